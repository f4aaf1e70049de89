// Commands take the client from here, so that the light fetch is there before ofetch is loaded.
import "./light-fetch.ts"

export { createClient, type Client } from "../client/client.ts"
