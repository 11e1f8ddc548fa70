/**
 * Findings that are known and whose mends are on their way, by the attack that finds them: the list shrinks to nothing.
 */
const awaiting: readonly Awaiting[] = [
	// What takes long goes to a thread, or in slices.
	{ attack: /a job of 10,000/, finding: /healthz/ },
	{ attack: /^every value/, finding: /healthz|over its budget/ },
];

interface Awaiting {
	readonly attack: RegExp;
	readonly finding: RegExp;
}

/** The findings of an attack that nobody is at work on. */
export const newAmong = (attack: string, findings: readonly string[]): readonly string[] =>
	findings.filter((finding) => !awaiting.some((each) => each.attack.test(attack) && each.finding.test(finding)));
