import type { PreflightFinding } from '@adx/validators/exports';
import { checkFileNames, checkImageTypes, checkMissingFiles, checkNumbers, checkTokens } from './check-files.ts';
import { checkCollectionFile, checkCreators, checkRoyalty } from './check-terms.ts';
import { checkByteLimits, checkDescriptions, checkNames, checkPlaceholders, checkSymbols } from './check-texts.ts';
import { checkAttributes, checkRepeatedTraits, checkWithMergeDoctor } from './check-traits.ts';
import { checkAddressesInTexts, checkImageNames, checkUris } from './check-uris.ts';
import {
	type Check,
	type CheckedCollection,
	createTally,
	fewExamples,
	type SentencesMax,
} from './checked-collection.ts';

const checks: readonly Check[] = [
	checkTokens,
	checkMissingFiles,
	checkNumbers,
	checkFileNames,
	checkImageTypes,
	checkNames,
	checkPlaceholders,
	checkDescriptions,
	checkSymbols,
	checkByteLimits,
	checkAttributes,
	checkRepeatedTraits,
	checkWithMergeDoctor,
	checkImageNames,
	checkUris,
	checkAddressesInTexts,
	checkRoyalty,
	checkCreators,
	checkCollectionFile,
];

/**
 * Checks a collection for all targets at once: errors first, then warnings, nothing where all is well. Linear in the
 * number of tokens. Each has up to `sentencesMax` examples, by default five.
 */
export function preflight(collection: CheckedCollection, sentencesMax: SentencesMax = fewExamples): PreflightFinding[] {
	const createOne = (kind: string) => createTally(kind, sentencesMax);
	return errorsFirst(checks.flatMap((check) => check(collection, createOne, sentencesMax)));
}

/** Errors before warnings, otherwise in the given order. */
export function errorsFirst(findings: readonly PreflightFinding[]): PreflightFinding[] {
	return findings.toSorted((left, right) => Number(left.severity === 'warning') - Number(right.severity === 'warning'));
}
