/**
 * Findings that are known and whose mends are on their way, by the attack that finds them: the list shrinks to nothing.
 */
const awaiting: readonly Awaiting[] = [
	// Backpressure and limits per socket and address.
	{ attack: /unread/, finding: /healthz|the process ended|memory/ },
	// One schema for texts that PostgreSQL can hold, and one for int4.
	{ attack: /^every (value|text|call)/, finding: /^500|^log:.*(UTF8|type json|integer)/ },
	// What takes long goes to a thread.
	{ attack: /^every (value|text|call)/, finding: /healthz/ },
	// The address for wallets is not the server's own.
	{ attack: /^every (value|text|call)/, finding: /secret in the answer: .*(chains|mint)/ },
];

interface Awaiting {
	readonly attack: RegExp;
	readonly finding: RegExp;
}

/** The findings of an attack that nobody is at work on. */
export const newAmong = (attack: string, findings: readonly string[]): readonly string[] =>
	findings.filter((finding) => !awaiting.some((each) => each.attack.test(attack) && each.finding.test(finding)));
