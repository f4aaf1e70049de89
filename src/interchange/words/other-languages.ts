import type { Priority, Status } from "../../domain/wire/enums.ts"
import { plainName } from "../../domain/wire/words.ts"

/** Words of files in Spanish, German, French and Portuguese; of months, also those in English. */

export function foreignStatus(word: string): Status | undefined {
  return statuses.get(folded(word))
}

export function foreignPriority(word: string): Priority | undefined {
  return priorities.get(folded(word))
}

/** The number of a month by its name or what is short for it, such as `déc.`. */
export function monthNamed(name: string): number | undefined {
  return months.get(folded(name))
}

// --- internal ---

/** Without accents, which people leave out at capitals, and without the endings in brackets: `Terminé(e)`. */
function folded(word: string): string {
  const plain = plainName(word.replace(/\(\p{L}{1,2}\)?$/u, ""))
  return plain.normalize("NFD").replace(/\p{M}/gu, "")
}

const statuses = byWord<Status>([
  ["todo", "por hacer|tareas por hacer|pendiente|abierto|abierta|nuevo|nueva|sin empezar|no iniciado"],
  ["todo", "zu erledigen|aufgaben|offen|neu|geplant|nicht begonnen|nicht gestartet"],
  ["todo", "à faire|ouvert|ouverte|nouveau|nouvelle|non commencé|non démarré"],
  ["todo", "a fazer|tarefas pendentes|itens pendentes|pendente|aberto|aberta|novo|nova|não iniciado"],
  ["doing", "en curso|en progreso|en proceso|in arbeit|in bearbeitung|en cours|em andamento|em progresso"],
  ["blocked", "bloqueado|bloqueada|en espera|blockiert|wartend|bloqué|bloquée|en attente|em espera"],
  ["review", "en revisión|in prüfung|en revue|en révision|em revisão"],
  [
    "done",
    "listo|acabado|acabada|hecho|hecha|finalizado|finalizada|terminado|terminada|completado|completada|cerrado|cerrada",
  ],
  ["done", "resuelto|resuelta|fertig|erledigt|abgeschlossen|geschlossen|gelöst|behoben|terminé|terminée"],
  ["done", "fini|fait|fermé|fermée|résolu|résolue|concluído|concluída|itens concluídos|feito|feita"],
  ["done", "fechado|fechada|resolvido|resolvida"],
  [
    "cancelled",
    "no se hará|duplicado|descartado|descartada|anulado|wird nicht erledigt|abgebrochen|duplikat",
  ],
  ["cancelled", "abgelehnt|verworfen|annulé|annulée|abandonné|ne sera pas fait|doublon|não será feito"],
])

const priorities = byWord<Priority>([
  ["P0", "crítica|crítico|muy alta|la más alta|dringend|kritisch|höchste|sehr hoch|critique|très haute"],
  ["P0", "la plus haute|urgente|muito alta|mais alta"],
  ["P1", "alta|alto|hoch|wichtig|haute|élevée|élevé|importante"],
  ["P2", "media|medio|mittel|moyenne|moyen|média|médio|normale"],
  ["P3", "baja|bajo|muy baja|la más baja|niedrig|gering|sehr niedrig|niedrigste|basse|faible|très basse"],
  ["P3", "la plus basse|baixa|baixo|muito baixa|mais baixa"],
])

const months = monthNames()

/** As the runtime knows them, in full and short for it; what would be two months, such as `jui`, is none. */
function monthNames(): ReadonlyMap<string, number> {
  const found = new Map<string, Set<number>>()
  for (const language of ["en", "es", "de", "fr", "pt"])
    for (const month of ["short", "long"] as const) {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: "UTC" })
      for (let i = 0; i < 12; i++) {
        const name = folded(format.format(Date.UTC(2026, i, 15)))
        for (const each of [name, name.slice(0, 3)])
          found.set(each, (found.get(each) ?? new Set()).add(i + 1))
      }
    }
  const clear = [...found].flatMap(([name, [one = 0, another]]) => (another ? [] : [[name, one] as const]))
  // Jira Server, in German.
  return new Map([...clear, ["mrz", 3]])
}

function byWord<T>(groups: readonly (readonly [T, string])[]): ReadonlyMap<string, T> {
  return new Map(groups.flatMap(([to, words]) => words.split("|").map((word) => [folded(word), to] as const)))
}
