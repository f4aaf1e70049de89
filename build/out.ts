/** Where the build goes: `.ci/bundle.js` swaps it with `dist/` at the end. */
export const out = process.env["UPNEXT_BUILD"] ?? "dist"
