import { plainFields } from "../items/plain-fields.ts"
import type { Priority } from "../../domain/wire/enums.ts"
import type { ImportKind } from "../../domain/wire/imports/import-form.ts"

/** What a column may say. Those of `--map` are these too. */
export const csvFields = [
  ...([
    "id",
    "alias",
    "title",
    "description",
    "status",
    "statusGroup",
    "done",
    "resolution",
    "section",
    "archived",
    "reason",
    "priority",
  ] as const),
  ...([
    "assignee",
    "assignees",
    "reviewer",
    "createdBy",
    "project",
    "tags",
    "tag",
    "criteria",
    "met",
  ] as const),
  ...(["eta", "seconds", "notBefore", "dueAt", "createdAt", "updatedAt", "startedAt", "finishedAt"] as const),
  ...([
    "blockedBy",
    "blocks",
    "parent",
    "discoveredFrom",
    "relations",
    "comment",
    "comments",
    "summary",
  ] as const),
  ...plainFields,
  "metadata",
  ...(["rowType", "indent", "minutes", "unit"] as const),
] as const
export type CsvField = (typeof csvFields)[number]

export function isCsvField(name: string): name is CsvField {
  return csvFields.some((each) => each === name)
}

export const timeFields: ReadonlySet<CsvField | undefined> = new Set<CsvField>([
  ...(["notBefore", "dueAt", "createdAt", "updatedAt", "startedAt", "finishedAt"] as const),
])

/** `Created Date`, `created_date` and `createdDate` are one name. */
export function columnKey(name: string): string {
  const plain = name.normalize("NFC").replaceAll("\u2019", "'").toLowerCase()
  return plain.replace(/[\s_-]+/g, "") || plain
}

/** Those that a person may name. The others are parts of what single tools write. */
export const mappableFields: readonly CsvField[] = csvFields.filter(
  (field) =>
    !["statusGroup", "resolution", "section", "relations", "rowType", "indent", "minutes", "unit"].includes(
      field,
    ),
)

/**
 * A kind of CSV: how it is known, and which column is which field. Names of columns are compared by their `columnKey`.
 * Where several columns are one field that has one value, the first in the list that is filled counts; the others are
 * kept aside, as are all columns that are not named. It is data, so that a new kind needs no code.
 */
export interface CsvPreset {
  readonly kind: ImportKind
  /** The file is of this kind where all names of one of these lists are there. */
  readonly needs: readonly string[]
  readonly columns: { readonly [Field in CsvField]?: string }
  /** Words of priorities that mean something else than everywhere, as `1` does. */
  readonly priorities?: Readonly<Record<string, Priority | null>>
  /** Words of statuses, likewise. */
  readonly statuses?: Readonly<Record<string, string>>
  /** Rows without an id are known by their title. Of other kinds they are skipped. */
  readonly isByTitle?: boolean
  /** The name of the file is the project, and stands before the title in a source. */
  readonly fileIsProject?: boolean
  /** A criterion is a whole line, whatever it begins with. */
  readonly hasBareCriteria?: boolean
  /** Criteria stand behind semicolons. */
  readonly hasCriteriaInLine?: boolean
  /** People have a number behind their names: `Alice (100)`. */
  readonly hasNumberedPeople?: boolean
  /** Columns that say nothing without what the file lacks, such as a number of comments. */
  readonly leftBehind?: string
  /** `@label` in the title is a tag. */
  readonly hasLabelsInTitle?: boolean
  /** A file beside it with edges, and one with comments: what is in which column. */
  readonly beside?: { readonly edges: string; readonly comments: string }
}
