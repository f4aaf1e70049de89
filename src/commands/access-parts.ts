// The parts of `dist/access.cjs`: the commands on who may do what, and who did it. They are typed seldom, so no other command loads them.

export const login = async () => (await import("./login.ts")).default
export const logout = async () => (await import("./logout.ts")).default
export const whoami = async () => (await import("./whoami.ts")).default
export const accountList = async () => (await import("./account/list.ts")).default
export const accountShow = async () => (await import("./account/show.ts")).default
export const accountCreate = async () => (await import("./account/create.ts")).default
export const accountEdit = async () => (await import("./account/edit.ts")).default
export const accountDelete = async () => (await import("./account/delete.ts")).default
export const tokenCreate = async () => (await import("./token/create.ts")).default
export const tokenList = async () => (await import("./token/list.ts")).default
export const tokenRevoke = async () => (await import("./token/revoke.ts")).default
export const tokenRotate = async () => (await import("./token/rotate.ts")).default
export const authOff = async () => (await import("./auth/off.ts")).default
export const history = async () => (await import("./history.ts")).default
