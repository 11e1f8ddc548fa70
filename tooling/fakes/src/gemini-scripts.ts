import type { FakeGeminiAnswer } from './gemini-answers.ts';

/** Which calls for a picture get which answer; what is left out matches every call. */
export interface FakeGeminiRule {
	readonly key?: string;
	readonly model?: string;
	/** A piece of the prompt. */
	readonly prompt?: string;
	/** Which of the calls that match, counted from 1 since the rule was made. */
	readonly call?: number | ((call: number) => boolean);
	readonly answer: FakeGeminiAnswer;
	/** How long the answer takes. */
	readonly delayMs?: number;
}

/** A call for a picture, as far as rules look at it. */
export interface ScriptedCall {
	readonly key: string;
	readonly model: string;
	readonly prompt: string;
}

/** The rules of one fake; `standing` ones come last and are never forgotten. */
export function createGeminiScripts(standing: readonly FakeGeminiRule[]) {
	const counted = (rule: FakeGeminiRule) => ({ rule, calls: 0 });
	let lasting = standing.map(counted);
	const rules: ReturnType<typeof counted>[] = [];
	const next: FakeGeminiAnswer[] = [];
	return {
		add: (rule: FakeGeminiRule) => void rules.unshift(counted(rule)),
		addNext: (...answers: readonly FakeGeminiAnswer[]) => void next.push(...answers),
		/** Counts the call in every rule that it matches. */
		take: (call: ScriptedCall): { readonly answer: FakeGeminiAnswer; readonly delayMs: number | undefined } => {
			const matching = [...rules, ...lasting].filter(({ rule }) => matches(rule, call));
			for (const entry of matching) entry.calls += 1;
			const first = next.shift();
			if (first !== undefined) return { answer: first, delayMs: undefined };
			const found = matching.find(({ rule, calls }) => isMatch(rule, calls))?.rule;
			return { answer: found?.answer ?? { kind: 'image' }, delayMs: found?.delayMs };
		},
		clear: () => {
			rules.length = 0;
			next.length = 0;
			lasting = standing.map(counted);
		},
	};
}

const matches = ({ key, model, prompt }: FakeGeminiRule, call: ScriptedCall) =>
	(key === undefined || key === call.key) &&
	(model === undefined || model === call.model) &&
	(prompt === undefined || call.prompt.includes(prompt));

function isMatch({ call }: FakeGeminiRule, calls: number): boolean {
	if (call === undefined) return true;
	return typeof call === 'number' ? call === calls : call(calls);
}
