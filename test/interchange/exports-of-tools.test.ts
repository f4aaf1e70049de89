import { expect, test } from "vitest"
import { given, readGiven } from "../support/given-files.ts"
import type { ReadWishes } from "../../src/interchange/reader.ts"

const read = (text: string, wishes?: ReadWishes) => readGiven([given("export.csv", text)], wishes)
const lines = (...rows: string[]) => rows.join("\n")

test.each([
  [
    "Spanish",
    "Resumen,Clave de incidencia,ID de la incidencia,Tipo de Incidencia,Estado,Prioridad,Persona asignada,Creador,Creada,Resuelta,Fecha de vencimiento,Etiquetas,Clave principal,Enlace a la incidencia interna (Blocks),Comentario",
    "Uno,AB-1,10,Tarea,Finalizada,Alta,Ana,Bo,04/ene/26 11:30 PM,05/ene/26 1:00 PM,15/ago/26,ui,AB-2,,",
    "Dos,AB-2,11,Epic,Tareas por hacer,Baja,,Bo,04/dic/26 1:30 AM,,,,,AB-1,27/mar/26 3:55 PM;Ana;Mira",
  ],
  [
    "German",
    "Zusammenfassung,Vorgangsschlüssel,Vorgangs-ID,Vorgangstyp,Status,Priorität,Zugewiesene Person,Ersteller,Erstellt,Erledigt,Fälligkeitsdatum,Stichwörter,Übergeordneter Schlüssel,Eingehende Vorgangsverknüpfung (Blocks),Kommentar",
    "Uno,AB-1,10,Aufgabe,Fertig,Hoch,Ana,Bo,04/Jan/26 11:30 PM,05/Jan/26 13:00,15/Aug./26,ui,AB-2,,",
    "Dos,AB-2,11,Epic,Zu erledigen,Niedrig,,Bo,04/Dez/26 1:30 AM,,,,,AB-1,27/März/26 3:55 PM;Ana;Mira",
  ],
  [
    "French",
    "Résumé,Clé de ticket,ID de ticket,Type de ticket,État,Priorité,Personne assignée,Créateur,Création,Résolu,Date d’échéance,Étiquettes,Clé parent,Lien du ticket entrant (Blocks),Commentaire",
    "Uno,AB-1,10,Tâche,Terminé(e),Haute,Ana,Bo,04/janv./26 11:30 PM,05/janv./26 13:00,15/août/26,ui,AB-2,,",
    "Dos,AB-2,11,Epic,A faire,Basse,,Bo,04/déc./26 1:30 AM,,,,,AB-1,27/mars/26 15:55;Ana;Mira",
  ],
  [
    "Portuguese",
    "Tipo de item,Chave da item,ID da item,Resumo,Status,Prioridade,Responsável,Criador,Criado,Resolvido(a),Data limite,Categorias,Chave pai,Link interno de item (Blocks),Comentar",
    "Tarefa,AB-1,10,Uno,Concluído,Alta,Ana,Bo,04/jan/26 11:30 PM,05/jan/26 1:00 PM,15/ago/26,ui,AB-2,,",
    "Epic,AB-2,11,Dos,Tarefas pendentes,Baixa,,Bo,04/dez/26 1:30 AM,,,,,AB-1,27/mar/26 3:55 PM;Ana;Mira",
  ],
])("Jira in %s is read like Jira in English", (_, ...rows) => {
  const { kind, item, unknownStatuses } = read(lines(...rows))
  expect([kind, unknownStatuses]).toEqual(["jira", []])
  expect(item("AB-1")).toMatchObject({
    ...{
      title: "Uno",
      status: "done",
      priority: "P1",
      assignee: "Ana",
      createdBy: "Bo",
      parent: "jira:AB-2",
    },
    ...{ createdAt: "2026-01-04T23:30:00.000Z", finishedAt: "2026-01-05T13:00:00.000Z" },
    dueAt: "2026-08-15T23:59:59.000Z",
    tags: expect.arrayContaining(["ui"]) as unknown,
  })
  expect(item("AB-2")).toMatchObject({
    ...{ title: "Dos", status: "todo", priority: "P3", createdAt: "2026-12-04T01:30:00.000Z" },
    comments: [{ author: "Ana", at: "2026-03-27T15:55:00.000Z", content: "Mira" }],
  })
})

test("a table of one's own in another language is read as in English", () => {
  const { item } = read(
    "Título;Estado;Responsable;Fecha de vencimiento\nUno;En curso;Ana;2026-01-02\nDos;Hecho;;\n",
  )
  expect(item("Uno")).toMatchObject({ status: "todo", assignee: "Ana", dueAt: "2026-01-02T23:59:59.000Z" })
  expect(item("Dos")?.status).toBe("done")
})

test("names of columns are the same with blanks, underscores and capitals", () => {
  for (const name of ["assigned to", "assigned_to", "assignedTo", "Assigned-To"])
    expect(read(`id,title,${name}\n1,One,ada\n`).item("1")?.assignee).toBe("ada")
  const { item } = read(
    "id,title,created_at,parent_id,depends_on\n1,One,2026-01-02,,\n2,Two,,1,3\n3,Three,,,\n",
  )
  expect(item("1")?.createdAt).toBe("2026-01-02T00:00:00.000Z")
  expect(item("2")).toMatchObject({ parent: "csv:1", blockedBy: ["csv:3"] })
})

test.each([
  ["15/02/2026", "03/02/2026", "2026-02-03"],
  ["15.02.2026", "03.02.2026", "2026-02-03"],
  ["02/15/2026", "02/03/2026", "2026-02-03"],
  ["01/02/2026", "03/02/2026", undefined],
  ["15/02/2026", "02/15/2026", undefined],
])("a column with %s and %s is read by what it can only be", (first, second, expected) => {
  const { items, said } = read(`id,title,due\n1,One,${first}\n2,Two,${second}\n`)
  expect(items[1]?.dueAt?.slice(0, 10)).toBe(expected)
  expect(said.some((line) => line.startsWith("kept:"))).toBe(expected === undefined)
})

test("parents and blockers are found by titles that occur once, also by those with commas", () => {
  const { items, said } = read(
    'Name,Parent task,Blocked by\n"Paint, twice",,\nHouse,,\nDoor,house,"Paint, twice"\nRoof,Door,"Paint, twice; Twin"\nWall,,"Door, House"\nTwin,,\nTwin,,\nLast,Twin,\n',
  )
  const edges = new Map(items.map(({ title, parent, blockedBy }) => [title, [parent, blockedBy]]))
  expect(edges.get("Door")).toEqual(["csv:House", ["csv:Paint, twice"]])
  expect(edges.get("Wall")).toEqual([undefined, ["csv:Door", "csv:House"]])
  expect(edges.get("Last")).toEqual([undefined, undefined])
  expect(said).toContain("dropped: 2 links left out: several tasks have this title")
})

test("Asana: its end wins over the section, which is a status or a tag", () => {
  const { kind, item } = read(
    lines(
      "Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Blocked By (Dependencies),Blocking (Dependencies)",
      "1,2026-09-01,2026-09-03,2026-09-03,Pay,In Progress,Ana,a@a.example,,2026-09-30,web,Now,Shop,,,",
      "2,2026-09-01,,2026-09-02,Ship,Doing,,,,,,,Shop,Pay,Plan,",
      "3,2026-09-01,,2026-09-02,Plan,Ideas,,,,,,,Shop,,,",
    ),
  )
  expect([kind, item("1")?.status, item("2")?.status]).toEqual(["csv", "done", "todo"])
  expect(item("2")).toMatchObject({ parent: "csv:1", blockedBy: ["csv:3"], project: "Shop" })
  expect(item("3")).toMatchObject({ status: "todo", tags: ["Ideas"] })
})

test("Planner: its progress, its people, its checklist and its dates", () => {
  const { item } = read(
    lines(
      "Task ID,Task Name,Bucket Name,Progress,Priority,Assigned To,Created By,Created Date,Start Date,Due Date,Is Recurring,Late,Completed Date,Completed By,Completed Checklist Items,Checklist Items,Labels,Description",
      "x1,Draft,Docs,Completed,Urgent,Ana Ba;Bo Ci,Ana Ba,01/28/2026,,02/28/2026,false,false,01/30/2026,Bo Ci,1/2,Write it;Read it,red,First",
      "x2,Print,Docs,In progress,Important,Ana Ba,Ana Ba,01/29/2026,,,false,false,,,,,,",
      "x3,Send,Docs,Not started,Medium,,Ana Ba,01/29/2026,,,false,false,,,,,,",
    ),
  )
  expect(item("x1")).toMatchObject({
    ...{ title: "Draft", status: "done", priority: "P0", assignee: "Ana Ba", createdBy: "Ana Ba" },
    ...{ dueAt: "2026-02-28T23:59:59.000Z", finishedAt: "2026-01-30T00:00:00.000Z" },
    criteria: [{ text: "Write it" }, { text: "Read it" }],
    tags: ["red", "Docs", "@Bo Ci"],
  })
  expect([item("x2")?.status, item("x2")?.priority, item("x3")?.status]).toEqual(["todo", "P1", "todo"])
})

test("TickTick: the lines above the names are no rows, and its numbers are read by what they say", () => {
  const { kind, item, said, items } = read(
    lines(
      '"Date: 2026-06-15+0000"\n"Version: 7.1"\n"Status: \n0 Normal\n1 Completed\n2 Archived"',
      '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","taskId","parentId"',
      '"","Home","Basil","TEXT","garden, weekend","Pot","N","","2026-10-04T21:00:00+0000","","","5","0","2026-09-30T08:00:00+0000","","-1","a1",""',
      '"","Home","Compost","TEXT","","","N","","","","","0","2","","2026-10-01T08:00:00+0000","-2","a2","a1"',
    ),
  )
  expect([kind, items.length]).toEqual(["csv", 2])
  expect(item("a1")).toMatchObject({
    ...{ title: "Basil", description: "Pot", status: "todo", priority: "P1", project: "Home" },
    ...{ tags: ["garden", "weekend"], dueAt: "2026-10-04T21:00:00.000Z" },
  })
  expect(item("a2")).toMatchObject({ status: "done", parent: "csv:a1" })
  expect(item("a2")).not.toHaveProperty("priority")
  expect(said).toContain("dropped: 3 lines left out: above the header row")
})

test("ClickUp: times in milliseconds, lists in brackets, comments in JSON, and null is nothing", () => {
  const { item, said } = read(
    lines(
      "Task ID,Task Custom ID,Task Name,Task Content,Status,Date Created,Due Date,Start Date,Parent ID,Assignees,Tags,Priority,List Name,Comments",
      '9a,null,Build,Wheels,in progress,1767225600000,1769904000000,null,null,"[Ana,Bo]","[ui,web]",2,Design,"[{""text"":""Look"",""by"":""Bo"",""date"":""2026-01-02T03:04:05Z""}]"',
      "9b,null,Test,null,Closed,1767225600000,null,null,9a,[],[],null,Design,[]",
    ),
  )
  expect(item("9a")).toMatchObject({
    ...{ title: "Build", description: "Wheels", priority: "P1", assignee: "Ana", project: "Design" },
    ...{ createdAt: "2026-01-01T00:00:00.000Z", dueAt: "2026-02-01T00:00:00.000Z" },
    tags: ["ui", "web", "@Bo"],
    comments: [{ author: "Bo", at: "2026-01-02T03:04:05.000Z", content: "Look" }],
  })
  expect(item("9b")).toMatchObject({ status: "done", parent: "csv:9a" })
  expect(item("9b")).not.toHaveProperty("description")
  expect(said.join()).not.toContain("null")
})

test("Trello: an archived card is cancelled unless it is done", () => {
  const { items } = read(
    "Card ID,Card Name,List Name,Due Complete,Archived\na,One,Doing,false,true\nb,Two,Done,true,true\nc,Three,Done,,false\n",
  )
  expect(items.map(({ status }) => status)).toEqual(["cancelled", "done", "done"])
})

test("what is not read is not reported as read, and of two columns the one that is read counts", () => {
  const { items, said } = read(
    'Task ID,Task Name,Task Content,Status,Priority,Due Date,Due Date Text\n1,One,,Open,Soon,1.73344E+12,"12/16/2024, 4:00:00 AM GMT+5:30"\n',
  )
  expect(items[0]?.dueAt).toBe("2024-12-15T22:30:00.000Z")
  expect(said.filter((line) => /→ (?:priority|dueAt)/.test(line))).toEqual([
    'mapped: 1 value of "Due Date Text" → dueAt',
  ])
  expect(said).toContain('kept: 1 value of "Due Date" kept in metadata.imported')
})

test("a long title whose first part ends with a blank is an id too", () => {
  expect(read(`title\n${"a".repeat(179)} and more\n`).items).toHaveLength(1)
})

test("null is nothing but as a title, and in our own tables", () => {
  expect(read("id,title,description\n1,null,null\n").item("1")).toEqual({
    ...{ source: "csv:1", title: "null", status: "todo" },
  })
  const head = "id,title,status,done_criteria,blockedBy,discoveredFrom,description"
  expect(read(`${head}\nT-1,One,todo,,,,null\n`).item("T-1")?.description).toBe("null")
})
