/** Which calls for a picture get which answer; what is left out matches every call. */
export interface FakeRule<Answer> {
	readonly key?: string;
	readonly model?: string;
	/** A piece of the prompt. */
	readonly prompt?: string;
	/** Which of the calls that match, counted from 1 since the rule was made. */
	readonly call?: number | ((call: number) => boolean);
	readonly answer: Answer;
	/** How long the answer takes. */
	readonly delayMs?: number;
}

/** A call for a picture, as far as rules look at it. */
interface ScriptedCall {
	readonly key: string;
	readonly model: string;
	readonly prompt: string;
}

export interface ScriptedAnswer<Answer> {
	readonly answer: Answer;
	readonly delayMs: number | undefined;
}

export type Scripts<Answer> = ReturnType<typeof createScripts<Answer>>;

/** The rules of one fake; `standing` ones come last and are never forgotten, `usual` is for calls that none matches. */
export function createScripts<Answer>(standing: readonly FakeRule<Answer>[], usual: Answer) {
	const counted = (rule: FakeRule<Answer>) => ({ rule, calls: 0 });
	let lasting = standing.map(counted);
	const rules: ReturnType<typeof counted>[] = [];
	const next: Answer[] = [];
	return {
		add: (rule: FakeRule<Answer>) => void rules.unshift(counted(rule)),
		addNext: (...answers: readonly Answer[]) => void next.push(...answers),
		/** Counts the call in every rule that it matches. */
		take: (call: ScriptedCall): ScriptedAnswer<Answer> => {
			const matching = [...rules, ...lasting].filter(({ rule }) => matches(rule, call));
			for (const entry of matching) entry.calls += 1;
			const first = next.shift();
			if (first !== undefined) return { answer: first, delayMs: undefined };
			const found = matching.find(({ rule, calls }) => isMatch(rule, calls))?.rule;
			return { answer: found?.answer ?? usual, delayMs: found?.delayMs };
		},
		clear: () => {
			rules.length = 0;
			next.length = 0;
			lasting = standing.map(counted);
		},
	};
}

const matches = ({ key, model, prompt }: FakeRule<unknown>, call: ScriptedCall) =>
	(key === undefined || key === call.key) &&
	(model === undefined || model === call.model) &&
	(prompt === undefined || call.prompt.includes(prompt));

function isMatch({ call }: FakeRule<unknown>, calls: number): boolean {
	if (call === undefined) return true;
	return typeof call === 'number' ? call === calls : call(calls);
}
