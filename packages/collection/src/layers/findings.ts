import { formatNumber } from '@adx/validators/format-number';
import type { LayerFinding } from './layer-project.ts';

const namesListed = 3;
const pathsListed = 20;
/** A folder with more kinds of faults than this is not explained any further. */
const findingsMax = 500;

interface Group {
	readonly severity: LayerFinding['severity'];
	/** The path of each name. */
	readonly items: Map<string, string | null>;
	readonly report: () => void;
}

/** Gathers findings; those of one subject become one sentence that names the first few. */
export class Findings {
	readonly #list: LayerFinding[] = [];
	readonly #groups = new Map<string, Group>();

	add(severity: LayerFinding['severity'], message: string, paths: readonly string[] = []): void {
		if (this.#list.length < findingsMax) this.#list.push({ severity, message, paths: paths.slice(0, pathsListed) });
	}

	/** Adds one more item to the finding of that subject, whose sentence is made of all of them in the end; each counts once. */
	addTo(
		subject: string,
		item: { readonly name: string; readonly path?: string },
		describe: (names: string, count: number) => string,
		severity: LayerFinding['severity'] = 'warning',
	): void {
		let group = this.#groups.get(subject);
		if (group === undefined) {
			const items = new Map<string, string | null>();
			const report = () => {
				const paths = [...items.values()].filter((path) => path !== null);
				this.add(severity, describe(quoteNames([...items.keys()]), items.size), paths);
			};
			group = { severity, items, report };
			this.#groups.set(subject, group);
		}
		group.items.set(item.name, item.path ?? null);
	}

	get hasErrors(): boolean {
		return [...this.#list, ...this.#groups.values()].some(({ severity }) => severity === 'error');
	}

	/** All of them: errors first, then warnings, then notes, each in the order in which they came up. */
	toList(): LayerFinding[] {
		for (const { report } of this.#groups.values()) report();
		this.#groups.clear();
		const order = ['error', 'warning', 'note'] as const;
		return [...this.#list].sort((left, right) => order.indexOf(left.severity) - order.indexOf(right.severity));
	}
}

/** "'a'", "'a' and 'b'", "'a', 'b', 'c' and 7 more" */
export function quoteNames(names: readonly string[]): string {
	const quoted = names.map((name) => `'${name}'`);
	if (quoted.length <= 1) return quoted.join();
	if (quoted.length <= namesListed) return `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
	const more = formatNumber(quoted.length - namesListed);
	return `${quoted.slice(0, namesListed).join(', ')} and ${more} more`;
}
