// The `rules.yaml` of a new profile: what of GitHub concerns a person is told in one line, the rest is silence (rule 12).
// Promises: no call is asked for. Refuses: to guess who the person is; a rule for that waits as an example.

/** Text of the file, comments included. Tested on every example payload that GitHub's webhook documentation has. */
export const defaultRules = `# What Nightjar does with what happens. The first rule that matches an event decides; no match means silence.
# So your own rules go above the ones that are here.
#
#   name    what failures and Activity call the rule
#   on      a source by its name in config.yaml, or a kind: github, standard-webhooks, token, timer; * is any
#   event   what the source calls it (GitHub: issues, pull_request, ...; a schedule: its name); left out: any
#   if      a JSONata condition over the event's JSON; $event and $source are at hand
#   then exactly one ending:
#   tell: "text"     one message; several within the gap arrive as one notification
#                    urgent: true beside it means at once, also in quiet hours
#   ask:             a card with Approve and Deny; nothing happens without your yes
#     title: "text"
#     call: http.request
#     with: { method: PUT, url: "https://...", body: { ... }, headers: { ... } }
#     window: 3600   seconds until the card expires; left out: the one of config.yaml
#   nothing: true    silence
#
# Texts are Liquid templates over the event's JSON: "{{ issue.title }}", "{{ body | truncate: 80 }}". A variable the event
# does not have is empty in a text; in "with" it fails the event. {{ event }} and {{ source }} are there as well.
# Changes take effect when the file is saved and checked; with a mistake in it the rules from before stay in force, and the
# window says where it is. A rule that fails at an event parks it under Dead events, with this file's line; mend the rule,
# then Retry. Ids of more than 15 digits are texts: compare them with texts, as in id = '12345678901234567'.

# Examples, asleep. Take the "# " away to wake one.
#
# What you do yourself is no news to you:
# - name: My own doing
#   on: github
#   if: sender.login = 'your-login'
#   nothing: true
#
# Merge dependency updates with one tap. It also needs, in config.yaml, under credentials,
#   - { name: github, secret: "keychain:github", header: "Authorization: Bearer {secret}", destinations: ["https://api.github.com"] }
# and a token of GitHub as the secret "github".
# - name: Merge dependency bumps
#   on: github
#   event: pull_request
#   if: action = 'opened' and pull_request.user.login = 'dependabot[bot]'
#   ask:
#     title: "Merge {{ pull_request.title }}?"
#     call: http.request
#     with: { method: PUT, credential: github, url: "https://api.github.com/repos/{{ repository.full_name }}/pulls/{{ pull_request.number }}/merge" }
#
# Every comment of a person, not only mentions:
# - name: Comments
#   on: github
#   event: issue_comment
#   if: action = 'created' and sender.type != 'Bot'
#   tell: "{{ sender.login }} on {{ repository.full_name }}#{{ issue.number }}: {{ comment.body | normalize_whitespace | truncate: 120 }}"

# What cannot wait

- name: Broken default branch
  on: github
  event: workflow_run
  if: >-
    action = 'completed' and workflow_run.conclusion in ['failure', 'timed_out', 'startup_failure']
    and workflow_run.head_branch = repository.default_branch
    and workflow_run.head_repository.full_name = repository.full_name
  tell: "{{ workflow_run.name | default: 'A workflow' }} failed on {{ workflow_run.head_branch }} of {{ repository.full_name }}"
  urgent: true

- name: Leaked secret
  on: github
  event: secret_scanning_alert
  if: action in ['created', 'reopened', 'publicly_leaked']
  tell: "A secret lies open in {{ repository.full_name }}: {{ alert.secret_type_display_name | default: alert.secret_type }}"
  urgent: true

- name: Critical vulnerability
  on: github
  event: dependabot_alert
  if: action in ['created', 'reopened', 'reintroduced', 'auto_reopened'] and alert.security_advisory.severity = 'critical'
  tell: "Critical vulnerability in {{ alert.dependency.package.name }}, used by {{ repository.full_name }}: {{ alert.security_advisory.summary }}"
  urgent: true

- name: Made public
  on: github
  event: public
  tell: "{{ sender.login }} made {{ repository.full_name }} public"
  urgent: true

# Security, when there is time

- name: Vulnerable dependency
  on: github
  event: dependabot_alert
  if: action in ['created', 'reopened', 'reintroduced', 'auto_reopened']
  tell: "Vulnerable dependency {{ alert.dependency.package.name }} in {{ repository.full_name }} ({{ alert.security_advisory.severity }}): {{ alert.security_advisory.summary }}"

- name: Vulnerable dependency (older GitHub servers)
  on: github
  event: repository_vulnerability_alert
  if: action = 'create'
  tell: "Vulnerable dependency {{ alert.affected_package_name }} in {{ repository.full_name }} ({{ alert.severity }})"

- name: Code scanning
  on: github
  event: code_scanning_alert
  if: action = 'created'
  tell: "Code scanning in {{ repository.full_name }}: {{ alert.rule.description | truncate: 160 }}"

- name: New collaborator
  on: github
  event: member
  if: action = 'added'
  tell: "{{ member.login }} was added to {{ repository.full_name }}"

- name: New deploy key
  on: github
  event: deploy_key
  if: action = 'created'
  tell: "A new key opens {{ repository.full_name }}: {{ key.title }}{% if key.read_only == false %} (may write){% endif %}"

- name: Webhook gone
  on: github
  event: meta
  if: action = 'deleted'
  tell: "The webhook of {{ repository.full_name | default: organization.login }} was deleted: nothing more arrives from there"

# Things that are out, whoever published them

- name: Releases
  on: github
  event: release
  if: action = 'published'
  tell: "{{ repository.full_name }} released {{ release.name | default: release.tag_name }}"

- name: Deployment waits
  on: github
  event: deployment_review
  if: action = 'requested'
  tell: "{{ workflow_run.name | default: 'A workflow' }} in {{ repository.full_name }} waits for a review before it goes to {{ environment }}"

# From here on only what people do

- name: Bots
  on: github
  if: sender.type = 'Bot'
  nothing: true

- name: New issues
  on: github
  event: issues
  if: action in ['opened', 'reopened']
  tell: "{{ repository.full_name }}#{{ issue.number }} {{ action }} by {{ sender.login }}: {{ issue.title }}"

- name: New pull requests
  on: github
  event: pull_request
  if: action in ['opened', 'reopened', 'ready_for_review'] and pull_request.draft != true
  tell: "{{ repository.full_name }}#{{ pull_request.number }} pull request by {{ pull_request.user.login }}: {{ pull_request.title }}"

- name: Review requested
  on: github
  event: pull_request
  if: action = 'review_requested'
  tell: "{{ repository.full_name }}#{{ pull_request.number }} asks {{ requested_reviewer.login | default: requested_team.name }} for a review: {{ pull_request.title }}"

- name: Reviews
  on: github
  event: pull_request_review
  if: action = 'submitted' and $lowercase(review.state) in ['approved', 'changes_requested']
  tell: "{{ repository.full_name }}#{{ pull_request.number }} {{ review.state | downcase | replace: '_', ' ' }} by {{ sender.login }}: {{ pull_request.title }}"

- name: New discussions
  on: github
  event: discussion
  if: action = 'created'
  tell: "{{ repository.full_name }} discussion by {{ sender.login }}: {{ discussion.title }}"

- name: Mentions
  on: github
  if: >-
    $event in ['issue_comment', 'pull_request_review_comment', 'discussion_comment'] and action = 'created'
    and $contains(comment.body, /(^|[^A-Za-z0-9])@[A-Za-z0-9]/)
  tell: "{{ sender.login }} mentions someone in {{ repository.full_name }}#{{ issue.number | default: pull_request.number | default: discussion.number }}: {{ comment.body | normalize_whitespace | truncate: 120 }}"

- name: New sponsor
  on: github
  event: sponsorship
  if: action = 'created'
  tell: "{{ sponsorship.sponsor.login }} sponsors you: {{ sponsorship.tier.name }}"

- name: The rest of GitHub
  on: github
  nothing: true

# Your scripts (a source of kind token) speak with {"message": "..."} or {"text": "..."}, and "urgent": true when it is.

- name: Urgent from a script
  on: token
  if: urgent = true and $trim(message & text) != ''
  tell: "{{ message | default: text }}"
  urgent: true

- name: From a script
  on: token
  if: $trim(message & text) != ''
  tell: "{{ message | default: text }}"

# Your schedules remind you by their names, with the next digest: up to a gap late. One that can't wait needs, above this,
# - name: Reminders that can't wait
#   on: timer
#   event: name-of-the-schedule
#   tell: "{{ event }}"
#   urgent: true

- name: Schedules
  on: timer
  tell: "{{ event }}{% if late_by >= 120 %} ({{ late_by | divided_by: 60 | floor }} minutes late){% endif %}"
`;
