import type { MergeFixes } from '@adx/validators/merge';
import type { CaseFolding } from '../metadata/case-folding.ts';

/** The fixes that decide which traits get a new name. */
export type TraitRenames = Pick<MergeFixes, 'renames' | 'traitNames'>;

/** What renames do to trait names as they are written. */
export interface TraitRenaming {
	/** The old name of the rename that applies to this one; undefined for none. */
	findOldName(name: string): string | undefined;
	toNewName(name: string): string;
}

/**
 * Where trait names are unified, a rename applies to all spellings of its old name, as they become one trait: otherwise
 * the others would stay behind. A rename of the very spelling goes first.
 */
export function createTraitRenaming({ renames, traitNames }: TraitRenames, folds: CaseFolding): TraitRenaming {
	const newNames = new Map(Object.entries(renames));
	const oldNames = new Map<string, string>();
	if (traitNames === 'unify') {
		// Sorted, since a database may return them in another order.
		for (const oldName of [...newNames.keys()].sort()) {
			const fold = folds.name(oldName);
			if (!oldNames.has(fold)) oldNames.set(fold, oldName);
		}
	}
	const findOldName = (name: string) => (newNames.has(name) ? name : oldNames.get(folds.name(name)));
	return {
		findOldName,
		toNewName(name) {
			const oldName = findOldName(name);
			return oldName === undefined ? name : newNames.get(oldName)!;
		},
	};
}
