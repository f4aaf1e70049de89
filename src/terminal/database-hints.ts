import type { Facts } from "../errors.ts"

/** What a person can do about a database that a board cannot be kept in. */
export const databaseHints = {
  database_unreachable:
    "Check that PostgreSQL is running there and accepts connections from this machine. `upnext doctor` tries it.",
  database_refused: ({ reason, user }: Facts) => {
    const name = typeof user === "string" ? user : "user"
    if (reason === "password") return "Correct the password, or give it in PGPASSWORD instead of the URL."
    if (reason === "database") return "Create the database in UTF8, or correct its name in the URL."
    if (reason === "rights")
      return `The user needs its own schema; create it once: \`CREATE SCHEMA upnext AUTHORIZATION "${name}"\`.`
    if (reason === "table rights")
      return `The owner of the tables grants them: \`GRANT USAGE ON SCHEMA upnext TO "${name}"; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA upnext TO "${name}"\`.`
    if (reason === "certificate")
      return "Give the CA certificate file with `sslrootcert`, and use the host name that the server's certificate was issued for."
    return "Correct the user in the URL, or the entry for this machine in the database's pg_hba.conf. If the database requires TLS, add `?sslmode=require` to the URL."
  },
  database_unfit: ({ reason }: Facts) => {
    if (reason === "standby") return "Give the address of the primary server."
    if (reason === "encoding")
      return "Create another database: `CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`."
    return "Use PostgreSQL 13 or later."
  },
}
