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
#
# sources:                     # kinds: github, standard-webhooks, token
#   - { name: github, kind: github, secret: "env:GITHUB_WEBHOOK_SECRET" }
#
# schedules:                   # cron with a zone, or "every" in seconds; said with the next digest, at once by an urgent rule
#   - { name: morning, cron: "0 9 * * 1-5", zone: Europe/Lisbon, catch_up: latest }
#
# destinations:                # where http.request may go
#   - "https://api.github.com"
`;
