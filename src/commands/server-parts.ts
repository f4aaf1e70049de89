// The parts of `dist/server.cjs`, each run when it is first asked for. What starts a server, or needs its rooms, imports them
// through here, so that a client command loads none of them.

export const config = () => import("../config/config.ts")
export const boardSettings = () => import("../config/board-settings.ts")
export const configFile = () => import("../config/config-file.ts")
export const newHome = () => import("../config/new-home.ts")
export const keyUses = () => import("../config/key-uses.ts")
export const boardKey = () => import("../storage/board-key.ts")
export const upnext = () => import("../upnext.ts")
export const logger = () => import("../server-log/logger.ts")
export const sides = () => import("../move/sides.ts")
export const backup = () => import("../backup/backup.ts")
export const restore = () => import("../backup/restore.ts")
export const doctor = () => import("../doctor/doctor.ts")
export const completions = () => import("../terminal/completions/script.ts")
export const backupThread = () => import("../backup/timed-run.ts")
export const pastThread = () => import("../past/thread.ts")
