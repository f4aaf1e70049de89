import type { CsvPreset } from "./preset.ts"

/** The CSV files that tools write. */

/** Mapped as it says; team, cycle, estimate in points and all else kept aside. */
export const linear: CsvPreset = {
  kind: "linear",
  needs: ["id|team|title|status|priority|creator|labels"],
  columns: {
    id: "id",
    alias: "uuid",
    title: "title",
    description: "description",
    status: "status",
    priority: "priority",
    project: "project",
    createdBy: "creator",
    assignee: "assignee",
    tags: "labels",
    createdAt: "created",
    updatedAt: "updated",
    startedAt: "started",
    finishedAt: "completed|canceled",
    dueAt: "due date",
    parent: "parent issue",
    blockedBy: "blocked by",
  },
}

/**
 * Links of the type "Blocks" become edges; sprints, versions, worklogs, custom fields and all else are kept aside. The names
 * of the columns are those of Jira in English, Spanish, German, French and Portuguese.
 */
export const jira: CsvPreset = {
  kind: "jira",
  needs: [
    "summary|issue key",
    "resumen|clave de incidencia",
    "zusammenfassung|vorgangsschlüssel",
    "résumé|clé de ticket",
    "resumo|chave da item",
    "resumo|chave do item",
  ],
  columns: {
    id: "issue key|clave de incidencia|vorgangsschlüssel|clé de ticket|chave da item|chave do item",
    alias: "issue id|id de la incidencia|id de incidencia|vorgangs-id|id de ticket|id da item|id do item",
    title: "summary|resumen|zusammenfassung|résumé|resumo",
    description: "description|descripción|beschreibung|descrição",
    status: "status|estado|état",
    statusGroup:
      "status category|categoría de estado|statuskategorie|catégorie d'état|categoria do status|categoria de status",
    resolution: "resolution|resolución|lösung|résolution|resolução",
    priority: "priority|prioridad|priorität|priorité|prioridade",
    tag: "issue type|tipo de incidencia|vorgangstyp|type de ticket|tipo de item|component/s|components|componentes|komponenten|composants",
    tags: "labels|etiquetas|stichwörter|étiquettes|categorias",
    project:
      "project name|nombre del proyecto|projektname|nom du projet|nome do projeto|project key|clave del proyecto|projektschlüssel|clé de projet|chave do projeto",
    assignee:
      "assignee|persona asignada|responsable|zugewiesene person|bearbeiter|personne assignée|responsável",
    createdBy: "creator|creador|ersteller|créateur|criador|reporter|informador|autor|rapporteur|relator",
    createdAt: "created|creada|creado|erstellt|création|criado",
    updatedAt: "updated|actualizada|actualizado|aktualisiert|mise à jour|atualizado(a)|atualizado",
    finishedAt:
      "resolved|resolutiondate|resuelta|resuelto|erledigt|résolu|résolue|résolu(e)|resolvido(a)|resolvido",
    dueAt: "due date|due|fecha de vencimiento|fälligkeitsdatum|date d'échéance|data limite",
    seconds:
      "original estimate|estimación original|ursprüngliche schätzung|estimation originale|estimativa original",
    parent:
      "parent key|clave principal|übergeordneter schlüssel|clé parent|chave pai|parent|parent id|principal|id del elemento padre|übergeordnet|pai",
    comment: "comment|comentario|kommentar|commentaire|comentário|comentar",
    blockedBy:
      "inward issue link (blocks)|enlace a la incidencia interna (blocks)|eingehende vorgangsverknüpfung (blocks)|lien du ticket entrant (blocks)",
    blocks:
      "outward issue link (blocks)|enlace de incidencia saliente (blocks)|ausgehende vorgangsverknüpfung (blocks)|lien de ticket sortant (blocks)",
    criteria: "custom field (acceptance criteria)|acceptance criteria",
  },
}

/** Sections are tags, notes comments of the task above, the indent tells the parent; dates in words are kept aside. */
export const todoist: CsvPreset = {
  kind: "todoist",
  needs: ["type|content|priority|indent"],
  columns: {
    rowType: "type",
    title: "content",
    description: "description",
    priority: "priority",
    indent: "indent",
    createdBy: "author",
    assignee: "responsible",
    dueAt: "deadline|date",
    minutes: "duration",
    unit: "duration_unit",
  },
  priorities: { 1: "P0", 2: "P1", 3: "P2", 4: "P3" },
  isByTitle: true,
  fileIsProject: true,
  hasLabelsInTitle: true,
  hasNumberedPeople: true,
}

/** Both forms of its exports. Cycles, modules, links, estimates and all else are kept aside. */
export const plane: CsvPreset = {
  kind: "plane",
  needs: ["project identifier|sequence id|name", "id|project|name|state|priority|created by"],
  columns: {
    id: "identifier|id",
    title: "name",
    description: "description",
    status: "state|state name",
    priority: "priority",
    project: "project|project name",
    createdBy: "created by|created by name",
    assignees: "assignees|assignee",
    tags: "labels",
    notBefore: "start date",
    dueAt: "target date",
    createdAt: "created at",
    updatedAt: "updated at",
    finishedAt: "completed at",
    parent: "parent",
    relations: "relations",
    comments: "comments",
  },
}

/** `issues.csv` of its export, and beside it `relationships.csv` and `comments.csv`. All else is left behind. */
export const vibeKanban: CsvPreset = {
  kind: "vibe-kanban",
  needs: ["issue id|title|status|project|assignee(s)|parent issue"],
  columns: {
    id: "issue id",
    title: "title",
    description: "description",
    status: "status",
    priority: "priority",
    project: "project",
    assignees: "assignee(s)",
    tags: "labels",
    createdBy: "creator",
    createdAt: "created",
    updatedAt: "updated",
    notBefore: "start date",
    dueAt: "due date",
    finishedAt: "completed",
    parent: "parent issue",
  },
  beside: { edges: "relationships.csv", comments: "comments.csv" },
}
