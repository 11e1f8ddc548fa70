import type { CollectionKind, ExportTarget, PreflightFinding } from '@adx/validators/exports';

/** Findings by target: what it refuses, and what it takes although it is probably not meant. */
export function groupFindings(findings: readonly PreflightFinding[], target: ExportTarget) {
	const ofTarget = findings.filter(({ targets }) => targets.includes(target));
	return {
		errors: ofTarget.filter(({ severity }) => severity === 'error'),
		warnings: ofTarget.filter(({ severity }) => severity === 'warning'),
	};
}

/** Whether a target cannot be made here at all: CIDs are computed from pictures that the product does not have. */
export const isUnavailable = (kind: CollectionKind, target: ExportTarget) => kind === 'attributed' && target === 'car';

/** Where the archive of a target is downloaded. */
export const exportUrl = (collectionId: string, target: ExportTarget) =>
	`/api/collections/${collectionId}/export?target=${target}`;
