/** By this name what was left is committed where git does not know who commits. */
export const nobody = { name: "upnext", email: "upnext@localhost" }
