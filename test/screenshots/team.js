/** A small team that runs a shop: who is in it, and what it has open. */
const agent = (name, role, description, kind = "agent") => ({ name, kind, role, description })

export const team = [
  agent("mira", "Lead", "Decides what matters, and reviews what goes live.", "person"),
  agent("jonas", "Designer", "How it looks, reads and feels.", "person"),
  agent("atlas", "Backend", "The API, the data and the jobs behind the shop."),
  agent("wren", "Frontend", "The shop and its checkout, on every screen."),
  agent("juno", "Tests", "Looks for what breaks before somebody else does."),
  agent("pico", "Docs", "Guides, release notes and the words in the product."),
  agent("sol", "Operations", "Deploys, backups, and what is awake at night."),
  agent("kite", "Research", "Reads, compares and proposes."),
  agent("ferris", "Mobile", "The app, on old phones too."),
  agent("nova", "Data", "Numbers that people can believe."),
  agent("oak", "Security", "Keys, rights, and what must not leak."),
  agent("lumen", "Images", "Pictures that load fast and look right."),
]

/**
 * Title, project, priority, tags, and more. `hours`: how long ago it was created. `due`: in so many hours; a negative
 * number is past. `holder` has claimed it, and `left` minutes of its lease of 30 are left. `inVain`: so many attempts
 * ran out. `blocked`: why, and `silent` says for how many hours.
 */
const task = (hours, project, priority, title, tags, more = {}) => ({
  hours,
  project,
  priority,
  title,
  tags,
  ...more,
})

/** In the order of creation. What waits for another names it by its title. */
export const open = [
  task(410, "platform", "P3", "Archive orders older than seven years", ["data"]),
  task(330, "shop", "P3", "Try a wish list with five customers", ["research"], { eta: "1d" }),
  task(250, "docs", "P3", "Collect the questions that support answers twice", ["support"]),
  task(212, "platform", "P2", "Rotate the signing keys every ninety days", ["security"], {
    eta: "3h",
    due: -20,
  }),
  task(190, "shop", "P2", "Compare three providers of address search", ["research"], { holder: "kite" }),
  task(170, "mobile", "P2", "Remember the basket between two devices", ["basket"], { eta: "6h", due: 30 }),
  task(150, "payments", "P1", "Store payment methods as tokens", ["api", "security"], {
    holder: "atlas",
    reviewer: "mira",
    eta: "5h",
    done_criteria: [
      "No card number reaches our database",
      "Old methods are migrated without asking the customer",
      "A failed migration leaves the old method usable",
      "The runbook says how to roll back",
    ],
    description:
      "Our provider keeps the card, we keep a **token**. This takes us out of scope for most of the audit.\n\n" +
      "- write both for a week, read the old one\n- compare counts every night\n- then switch the reads\n\n" +
      "`payment_methods.token` is unique for each customer.",
  }),
  task(140, "payments", "P1", "Pay with one tap", ["checkout"], {
    after: ["Store payment methods as tokens"],
    eta: "1d",
  }),
  task(132, "payments", "P2", "Refund a part of an order", ["api"], {
    after: ["Store payment methods as tokens"],
  }),
  task(120, "shop", "P1", "Show delivery dates in the checkout", ["checkout"], {
    holder: "wren",
    reviewer: "jonas",
    eta: "4h",
    due: 5,
    done_criteria: ["Dates are right across time zones", "Readable at 320 px", "No layout shift"],
  }),
  task(110, "mobile", "P1", "One-tap payment in the app", ["checkout"], {
    after: ["Pay with one tap", "Remember the basket between two devices"],
  }),
  task(100, "docs", "P2", "Guide: refunds for support", ["support"], {
    after: ["Refund a part of an order"],
  }),
  task(96, "platform", "P0", "Restore last night's backup on a fresh machine", ["backup"], {
    holder: "sol",
    eta: "2h",
    done_criteria: ["Restored in under an hour", "Order counts match", "Written down step by step"],
  }),
  task(90, "payments", "P1", "Reconcile payouts with the bank statement", ["data"], {
    holder: "atlas",
    reviewer: "mira",
    finished: "Matches 1,204 of 1,206 payouts; the two others are listed with the reason.",
  }),
  task(84, "shop", "P2", "Make the search forgive spelling", ["search"], {
    holder: "juno",
    reviewer: "mira",
    done_criteria: ["Brands and numbers are never guessed", "All tests pass"],
    finished: "One typo in four letters, two in eight. Misses fell from 11 % to 4 %.",
  }),
  task(80, "docs", "P2", "Rewrite the guide for new sellers", ["guide"], {
    holder: "pico",
    reviewer: "jonas",
    finished: "Half as long; each step has a picture.",
  }),
  task(72, "payments", "P0", "Renew the certificate of the payment gateway", ["security"], {
    blocked: "Waits for the provider: they must confirm the new contact first",
  }),
  task(70, "shop", "P2", "Offer gift cards", ["basket"], {
    blocked: "Legal has to say whether they may expire",
    silent: 52,
  }),
  task(60, "platform", "P2", "Alert when the queue grows for ten minutes", ["alerts"], {
    holder: "sol",
    left: 4,
  }),
  task(55, "platform", "P1", "Move image resizing out of the request", ["performance"], {
    eta: "6h",
    due: -2,
  }),
  task(50, "shop", "P2", "Lazy-load pictures below the fold", ["performance"], {
    after: ["Move image resizing out of the request"],
  }),
  task(45, "mobile", "P2", "Open product links in the app", ["links"], { holder: "wren" }),
  task(40, "shop", "P1", "Keyboard focus gets lost in the filter menu", ["bug", "access"], { eta: "2h" }),
  task(33, "payments", "P2", "Say why a card was declined", ["checkout", "words"], { due: -6 }),
  task(30, "docs", "P3", "Changelog entry for the new search", ["words"], {
    after: ["Make the search forgive spelling"],
  }),
  task(26, "shop", "P0", "Totals are off by a cent with two vouchers", ["bug"], {
    holder: "juno",
    eta: "1h",
    done_criteria: ["A test that fails today", "Right for every currency we take"],
  }),
  task(22, "mobile", "P2", "Crash when the camera is denied", ["bug"], { due: -1 }),
  task(18, "platform", "P2", "Upgrade the database driver", ["maintenance"], { eta: "3h" }),
  task(12, "shop", "P2", "Empty basket: say what to do next", ["words"], { assignee: "jonas" }),
  task(9, "docs", "P2", "Explain delivery dates in the help centre", ["guide"], {
    after: ["Show delivery dates in the checkout"],
    assignee: "pico",
  }),
  task(6, "payments", "P1", "Retry webhooks with growing pauses", ["api"], { eta: "3h" }),
  task(4, "platform", "P3", "Delete feature flags nobody reads", ["maintenance"]),
  task(2, "shop", "P2", "Sort reviews by what was helpful", ["search"]),
  task(230, "platform", "P3", "Name the services by what they do", ["maintenance"]),
  task(205, "docs", "P3", "One page about every error a seller can see", ["words", "support"]),
  task(180, "shop", "P2", "Filter the catalogue by what is in stock", ["search"], { eta: "5h", due: -30 }),
  task(165, "mobile", "P1", "Sign in with a passkey", ["security", "api"], {
    holder: "ferris",
    reviewer: "mira",
    eta: "6h",
    done_criteria: ["Works without a network", "Falls back to the mail link", "Tried on five phones"],
  }),
  task(160, "platform", "P1", "Move the nightly jobs off the web servers", ["jobs"], { inVain: 3 }),
  task(155, "payments", "P2", "Show fees before the payout, not after", ["words"], { due: -44 }),
  task(148, "shop", "P2", "Describe pictures for people who cannot see them", ["access"]),
  task(145, "payments", "P1", "Store the receipts of refunds for ten years", ["data", "legal"], {
    after: ["Refund a part of an order"],
  }),
  task(138, "platform", "P2", "Count what the cache saves", ["performance"], { holder: "nova", due: -3 }),
  task(130, "mobile", "P3", "Dark theme that follows the phone", ["design"]),
  task(126, "docs", "P2", "Say what a dispute costs, with an example", ["guide"], { due: -9 }),
  task(118, "shop", "P2", "Undo after something was removed from the basket", ["basket"], { eta: "2h" }),
  task(112, "platform", "P1", "Encrypt the backups with keys of our own", ["security", "backup"], {
    holder: "oak",
    brief: true,
    done_criteria: ["Restored on a second machine", "Keys kept apart"],
  }),
  task(105, "payments", "P2", "Send the invoice in the language of the buyer", ["words"], { due: 60 }),
  task(94, "shop", "P3", "Sizes in inches and in centimetres", ["words"]),
  task(88, "mobile", "P2", "Badges that say how many orders are new", ["orders"], { due: 90 }),
  task(78, "platform", "P2", "Drop the tables that nothing reads", ["data"], {
    after: ["Archive orders older than seven years"],
  }),
  task(74, "docs", "P2", "Pictures for the guide to returns", ["guide"]),
  task(66, "shop", "P1", "Prices flicker while the currency changes", ["bug"], { eta: "2h", inVain: 1 }),
  task(58, "payments", "P1", "Ask for a second factor above 500", ["security"], {
    after: ["Sign in with a passkey"],
  }),
  task(48, "shop", "P2", "Load the reviews when they are scrolled to", ["performance"]),
  task(36, "mobile", "P2", "Orders survive a lost connection", ["orders"], { eta: "8h" }),
  task(28, "platform", "P2", "Warn before a certificate ends", ["alerts"]),
  task(20, "shop", "P3", "Snow on the start page in December", ["design"]),
  task(15, "payments", "P2", "Match refunds with their orders at night", ["jobs", "data"], { due: -1 }),
  task(3, "docs", "P2", "Short video: the first sale", ["guide"]),
]

/** What was finished in the last weeks is one of these, with what was learned, done to one of those. */
export const verbs = [
  ["Speed up", "One query in a loop cost more than all the rest; measure before you change anything."],
  ["Test", "A day of real data found more than the ten cases that were made up."],
  ["Document", "Two steps only worked on my machine; try the text on a fresh one."],
  ["Simplify", "Half of the options were never used. Ask the logs first."],
  ["Translate", "Long words break the buttons: look at German before anything else."],
  ["Watch", "An alert without a runbook wakes somebody who cannot help."],
  ["Redesign", "Show it to three people after an hour, not after a week."],
  ["Measure", "The average hid the slowest tenth, and that tenth is who complains."],
  ["Move", "Copy first, compare, then switch; never all three in one evening."],
  ["Clean up", "Delete in small steps; each one is easy to take back."],
  ["Secure", "The rights of the test account were those of an owner."],
  ["Rename", "A search finds the code, not the dashboards; look there too."],
  ["Split", "Two halves with one owner each were done in half the time."],
]
export const things = [
  ["the checkout", "shop", "wren"],
  ["the invoice export", "payments", "atlas"],
  ["the sign-in page", "shop", "wren"],
  ["the search index", "platform", "atlas"],
  ["the e-mail templates", "docs", "pico"],
  ["the rate limiter", "platform", "sol"],
  ["the start screen of the app", "mobile", "wren"],
  ["the nightly backup", "platform", "sol"],
  ["the import of orders", "shop", "juno"],
  ["the tax tables", "payments", "juno"],
  ["the map of shops", "mobile", "ferris"],
  ["the sales report", "platform", "nova"],
  ["the sign-up mail", "docs", "pico"],
  ["the picture upload", "shop", "lumen"],
]
