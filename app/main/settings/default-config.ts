// The `config.yaml` of a new profile: nothing but comments, so that it changes nothing and shows what can be said.

export const defaultConfig = `# Nightjar's settings. Every key is optional; what is commented out is an example, or the default.
# Saved changes take effect at once, and the window writes here too. With a mistake in here the last good settings stay in
# force until it is mended; without this file the defaults. Secrets never stand here, only references to them:
# env:NAME (an environment variable) or keychain:NAME (kept sealed, set in the window under Settings).
#
# hooks:
#   port: 47821                # where deliveries are taken, on this computer only
#   max_body_bytes: 1048576
#   hosts: []                  # further Host names, for tunnels that keep theirs
#
# outbox:
#   gap: 3600                  # least seconds between two notifications; urgent ones go around it
#   quiet_hours: "22:00-07:00"
#
# approvals:
#   window: 14400              # seconds until a question expires
#   windows: { http.request: 3600 }   # by tool
#   pause_in_quiet_hours: false       # true: a deadline does not run during them
#
# sources:                     # kinds: github, standard-webhooks, token
#   - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET" }
#     # while a secret is exchanged: secret: ["env:OLD", "env:NEW"]; the day it stops working: expires: 2027-03-01
#     # what becomes of its events while a run is on: during_run: next (default), fold, restart
#     # names of its events for which a run that is on begins again: urgent: ["incident"]
#
# schedules:                   # cron with a zone, or "every" in seconds; said with the next digest, at once by an urgent rule
#   - { name: morning, cron: "0 9 * * 1-5", zone: Europe/Lisbon, catch_up: latest }
#
# destinations:                # where http.request may go
#   - "https://api.github.com"
#
# credentials:                 # put into requests that name one, and only to its own destinations
#   - name: github
#     secret: "keychain:github"
#     header: "Authorization: Bearer {secret}"
#     destinations: ["https://api.github.com"]
#     expires: 2027-03-01
#
# permissions:                 # allow, ask or deny: any deny wins, else the narrowest; with no match reading is allowed, the rest asks
#   - { tool: http.request, method: GET, host: api.github.com, decide: allow }
#   - { tool: http.request, method: DELETE, decide: deny }
#   - { tool: http.request, host: ntfy.sh, decide: allow, trusted: false }   # also for runs that read text from outside
#
# model:                       # thinks about what the rules leave; without one Nightjar stays with its rules
#   { provider: anthropic, name: claude-sonnet-5, key: "keychain:anthropic" }
#   # or, also on this computer: { provider: openai-compatible, name: qwen3, base_url: "http://127.0.0.1:11434/v1" }
#
# limits: { run_steps: 30, run_seconds: 600, day_tokens: 500000, day_usd: 5 }
#
# mcp_servers:                 # programs with tools of their own; what they do by themselves is outside Nightjar's gate
#   files: { command: npx, args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"] }
#   linear: { url: "https://mcp.linear.app/mcp", key: "keychain:linear" }
#
# folders:                     # whose files the tools files.* may read, and write when it says so
#   - { path: /home/me/notes, write: true }
#
# auto_mode: false             # true: a second look at risky calls that are allowed; it can only tighten
`;
