import type { Ended } from '@adx/core/auth/sessions/end-sessions';
import type { ExportTarget, PreflightFinding } from '@adx/validators/exports';

/** E.g. '1 token', '3 tokens'. */
export function pluralize(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** What the end of sessions and access tokens is reported as. */
export const formatEnded = ({ sessions, tokens }: Ended): string =>
	`Ended: ${pluralize(sessions, 'session')}, ${pluralize(tokens, 'access token')}.`;

/** The findings that concern one of the targets; all of them when no target is given. */
export function filterByTarget(findings: readonly PreflightFinding[], targets: readonly ExportTarget[]) {
	if (targets.length === 0) return findings;
	return findings.filter((finding) => targets.some((target) => finding.targets.includes(target)));
}

/** A few lines per finding: what is wrong, where, and how to fix it. */
export function formatFindings(findings: readonly PreflightFinding[]): string[] {
	return findings.flatMap(({ severity, kind, targets, problem, count, examples, fix }) => [
		`${severity.padEnd(7)} ${kind} (${targets.join(', ')}): ${problem}${count === 1 ? '' : ` ${count.toLocaleString('en')} found.`}`,
		...examples.map((example) => `          ${example}`),
		`        Fix: ${fix}`,
	]);
}
