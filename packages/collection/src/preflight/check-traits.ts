import { isFormula } from '../files/csv.ts';
import { examineMerge, type MergeFinding } from '../merge/merge-doctor.ts';
import type { MergeToken } from '../merge/read-tokens.ts';
import { isRecord } from '../metadata/json.ts';
import { getAttributesField, readAttributes } from '../metadata/token-attributes.ts';
import { type Check, type CheckedToken, type FindingText, tokenTargets, toTokenLabel } from './checked-collection.ts';

export const checkAttributes: Check = ({ tokens }, createTally) => {
	const [malformed, numeric, formulas] = [
		createTally('attributes'),
		createTally('attributeValues'),
		createTally('formulas'),
	];
	for (const token of tokens) {
		if (token.metadata === null) continue;
		const fault = attributesFault(token.metadata);
		if (fault === 'malformed') malformed.add(() => `${toTokenLabel(token)}: no list of {trait_type, value}.`);
		if (fault === 'numeric') numeric.add(() => `${toTokenLabel(token)}.`);
		const { name, description } = token.metadata;
		const cells = [name, description, ...readAttributes(token.metadata).map(({ value }) => value)];
		const cell = cells.find((text) => typeof text === 'string' && isFormula(text));
		if (cell !== undefined) formulas.add(() => `${toTokenLabel(token)}: ${String(cell).slice(0, 60)}`);
	}
	return [
		...malformed.finding({
			severity: 'error',
			targets: tokenTargets,
			problem: "'attributes' is not what marketplaces read.",
			fix: 'Export: it becomes a list of {trait_type, value}; what has neither name nor value is left out.',
		}),
		...numeric.finding({
			severity: 'warning',
			targets: ['metaplex'],
			problem: 'Traits have values that are not text, which Sugar refuses.',
			fix: 'Export: values become texts.',
		}),
		...formulas.finding({
			severity: 'warning',
			targets: ['opensea'],
			problem: 'Texts begin as a spreadsheet formula does.',
			fix: 'Begin them otherwise; the CSV sets an apostrophe before them, which stays visible.',
		}),
	];
};

function attributesFault(metadata: Readonly<Record<string, unknown>>): 'malformed' | 'numeric' | null {
	if (getAttributesField(metadata) === null) return metadata.attributes === undefined ? null : 'malformed';
	const { attributes } = metadata;
	if (!Array.isArray(attributes)) return 'malformed';
	if (!attributes.every((item) => isRecord(item) && typeof item.trait_type === 'string' && 'value' in item)) {
		return 'malformed';
	}
	const isScalar = attributes.every(({ value }) => typeof value !== 'object' || value === null);
	if (!isScalar) return 'malformed';
	return attributes.every(({ value }) => typeof value === 'string') ? null : 'numeric';
}

export const checkRepeatedTraits: Check = ({ tokens }, createTally) => {
	const repeated = createTally('repeatedTraits');
	for (const token of tokens) {
		const names = readAttributes(token.metadata).map(({ trait_type }) => trait_type);
		const name = names.find((each, place) => names.indexOf(each) < place);
		if (name !== undefined) repeated.add(() => `${toTokenLabel(token)} has '${name}' twice.`);
	}
	return repeated.finding({
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Tokens have the same trait twice, with different values.',
		fix: 'Remove one of them in the metadata file.',
	});
};

const unify = 'Merge the collection by itself and let the doctor unify them.';

/** What the merge doctor finds, as it concerns a collection by itself; what is checked here already is left out. */
const doctorTexts: Partial<Record<MergeFinding['kind'], FindingText>> = {
	unreadableFiles: {
		severity: 'error',
		targets: tokenTargets,
		problem: 'Files are not readable pictures.',
		fix: 'Save them again as PNG, JPEG, GIF or WebP.',
	},
	duplicateImages: {
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Pictures are the same, byte for byte.',
		fix: 'Take the repeats out, unless they are editions.',
	},
	duplicateTraits: {
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Tokens have the same traits (the same DNA).',
		fix: 'Change a trait of one of them, unless they are editions.',
	},
	missingTraits: {
		severity: 'warning',
		targets: tokenTargets,
		problem: "Tokens lack traits that others have; 'None' and missing count differently in rarity.",
		fix: "Write 'None' where a token has no value, or let the merge doctor add it.",
	},
	noTraits: {
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Tokens have no traits, while others have.',
		fix: 'Write their traits into their metadata, or take these tokens out.',
	},
	mixedSizes: {
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Pictures are not all of one size.',
		fix: 'Save them in one size.',
	},
	metadataProblems: {
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Metadata is not understood as it is written.',
		fix: 'Mend these files: what is doubtful in them is read one way here, and another way elsewhere.',
	},
	traitNames: {
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Names of traits differ only in case or white space.',
		fix: unify,
	},
	traitValues: {
		severity: 'warning',
		targets: tokenTargets,
		problem: 'Values of traits differ only in case or white space.',
		fix: unify,
	},
};

export const checkWithMergeDoctor: Check = ({ tokens, hasMedia, problems = [] }, _, sentencesMax) => {
	const found = tokens.filter(({ imageFile }) => imageFile !== null || !hasMedia);
	const source = {
		name: '',
		tokens: found.map((token) => toMergeToken(token, hasMedia)),
		problems,
	};
	const findings = examineMerge([source], undefined, sentencesMax);
	return findings.flatMap(({ kind, count, examples }) => {
		const text = doctorTexts[kind];
		return text === undefined ? [] : [{ kind, ...text, targets: [...text.targets], count, examples: [...examples] }];
	});
};

function toMergeToken(token: CheckedToken, hasMedia: boolean): MergeToken {
	const { image, metadata, metadataFile, metadataProblems = [] } = token;
	const filename = toTokenLabel(token);
	// Without its bytes a picture is neither unreadable nor like another.
	if (image === null) {
		return {
			filename,
			sha256: `not here: ${filename}`,
			mime: hasMedia ? null : 'image/png',
			width: null,
			height: null,
			metadata,
			metadataFile,
			metadataProblems,
		};
	}
	const { sha256, mime, width, height } = image;
	return { filename, sha256, mime, width, height, metadata, metadataFile, metadataProblems };
}
