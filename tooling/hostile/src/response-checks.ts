import { secretCanaries } from './attacked-server.ts';
import type { Caller } from './callers.ts';
import type { HostileCall, HostileResponse } from './sender.ts';

/** What is wrong with an answer: nobody's input is the server's failure, and nobody is told a secret. */
export function findProblems(caller: Caller, call: HostileCall, answer: HostileResponse | 'none'): readonly string[] {
	const title = `${call.method ?? 'GET'} ${call.title ?? call.path.slice(0, 120)} as ${caller.role}`;
	if (answer === 'none') return [`no answer: ${title}`];
	return [
		...(answer.status >= 500 ? [`${answer.status}: ${title}`] : []),
		...(hasSecret(answer.text) ? [`a secret in the answer: ${title}`] : []),
	];
}

/** What may not stand in the log, whoever sends what: stack traces, requests over their budget, secrets. */
export function findLogProblems(log: string): readonly string[] {
	return log
		.split('\n')
		.flatMap((line) => [
			...(hasSecret(line) ? [`a secret in the log: ${line.slice(0, 200)}`] : []),
			...(/"stack":|^ {4}at /.test(line) || isOverBudget(line) ? [`log: ${summarize(line)}`] : []),
		]);
}

/** Processor time of a request counts what else the main thread did meanwhile, on a processor that others use, too. */
const cpuSlack = 3;

function isOverBudget(line: string): boolean {
	if (!line.includes('over its budget')) return false;
	const { cpuMs, ...others } = (JSON.parse(line) as LogLine).over ?? {};
	return Object.keys(others).length > 0 || (cpuMs !== undefined && cpuMs.used > cpuSlack * cpuMs.budget);
}

const hasSecret = (text: string) => secretCanaries.some((secret) => text.includes(secret));

interface LogLine {
	readonly msg?: string;
	readonly method?: string;
	readonly route?: string;
	readonly calls?: string;
	readonly over?: Readonly<Record<string, { readonly used: number; readonly budget: number }>>;
	readonly err?: { readonly stack?: string };
}

/** What a line says apart from when and of whom, so that the same is found once. */
function summarize(line: string): string {
	try {
		const { msg, method, route, calls, over, err } = JSON.parse(line) as LogLine;
		const stack = err?.stack?.split('\n', 3).join(' ');
		const amounts = over === undefined ? undefined : Object.keys(over).join();
		return [msg, method, route, calls, amounts, stack].filter((part) => part !== undefined).join(' ');
	} catch {
		return line.slice(0, 500);
	}
}
