import { formatNumber } from '@adx/validators/format-number';
import { batchSizeMax } from '@adx/validators/limits';
import { parseJson } from '../metadata/json.ts';
import { type BlendMode, findBlendMode, hashLipsModes } from './blend-modes.ts';
import type { Findings } from './findings.ts';
import type { LayerBackground, LayerFormat } from './layer-project.ts';
import { layerSideMaxPx } from './layer-project.ts';
import { type Literal, readConstants, unreadable } from './read-constants.ts';

/** How the parts of a layer are drawn unless a name says otherwise. */
export interface LayerDrawOptions {
	readonly blend: BlendMode;
	readonly opacity: number;
	readonly z: number;
}

/** One entry of `layersOrder`. */
export interface LayerEntry extends LayerDrawOptions {
	/** Of the folder. */
	readonly name: string;
	/** The trait's name where it differs from the folder's. */
	readonly displayName: string | null;
	readonly bypassDna: boolean;
	/** `sublayerOptions`, by the folder's name. */
	readonly sublayers: ReadonlyMap<string, Partial<LayerDrawOptions> & { readonly displayName?: string }>;
	/** `subTraits`: how the further pictures of a value are drawn. */
	readonly subTraits: Partial<LayerDrawOptions>;
}

/** Names that say of which layer or value a rule speaks, e.g. `{'Red': ['Long Hair']}` or `{'Hat/Crown': ['Hair/Mohawk']}`. */
export type NamePairs = ReadonlyMap<string, readonly string[]>;

export interface ConfiguredImages {
	readonly size: number | null;
	readonly layers: readonly LayerEntry[];
	readonly incompatible: NamePairs;
	/** Of the listed values of one layer the image has one. */
	readonly dependent: NamePairs;
}

/** What a config of HashLips' engine, or of one of its forks, says about layers. */
export interface LayerConfig {
	readonly rarityDelimiter: string;
	/** The name of values that show nothing. */
	readonly emptyName: string;
	/** Empty where the config names no layers. */
	readonly configurations: readonly ConfiguredImages[];
	readonly isShuffled: boolean;
	readonly format: LayerFormat | null;
	readonly background: LayerBackground | null;
	readonly incompatible: NamePairs;
	readonly forced: NamePairs;
	/** What values are called instead, by the name of their file. */
	readonly valueNames: ReadonlyMap<string, string>;
	/** Weights that have a name, in lower case. */
	readonly rarityWeights: ReadonlyMap<string, number>;
	/** Weights are exact counts. */
	readonly isExact: boolean;
}

/** Of the fork that introduced words for weights; a config's own `rarity_config` stands above it. */
const rarityWords = { mythic: 1, legendary: 6, epic: 15, rare: 31, uncommon: 56, common: 100 };
const delimiterMaxLength = 10;
const configurationsMax = 100;
const entriesMax = 1_000;
const ruleNamesMax = 10_000;
const lightness = /^(100|\d{1,2})(\.\d+)?%$/;
/** Names, hex numbers, and functions of numbers: what a canvas takes as a colour. */
const colour = /^(#[\da-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/deg-]{1,60}\))$/i;

/** What holds without a config. */
export const emptyConfig: LayerConfig = {
	rarityDelimiter: '#',
	emptyName: 'NONE',
	configurations: [],
	isShuffled: false,
	format: null,
	background: null,
	incompatible: new Map(),
	forced: new Map(),
	valueNames: new Map(),
	rarityWeights: new Map(Object.entries(rarityWords)),
	isExact: false,
};

/**
 * Reads `config.js` or `config.json`. A script is parsed and never run, so what it computes by calls is not known: a
 * finding names it where it matters. Never throws.
 */
export function readLayerConfig(path: string, text: string, findings: Findings): LayerConfig {
	const constants = readText(path, text.replace(/^\uFEFF/, ''), findings);
	return constants === null ? emptyConfig : new ConfigReader(constants, path, findings).read();
}

function readText(path: string, text: string, findings: Findings): Fields | null {
	if (path.toLowerCase().endsWith('.json')) {
		const value = toFields(parseJson(text) as Literal);
		if (value === null) findings.add('error', `'${path}' holds no JSON object, so it was not read.`, [path]);
		return value;
	}
	try {
		return Object.fromEntries(readConstants(text, { MODE: hashLipsModes }));
	} catch (error) {
		// acorn's sentences end with the place, e.g. 'Unexpected token (3:14)'.
		const reason = error instanceof Error ? error.message : String(error);
		findings.add('error', `'${path}' is not JavaScript that can be read: ${reason}`, [path]);
		return null;
	}
}

type Fields = Readonly<Record<string, Literal>>;

function toFields(value: Literal): Fields | null {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

const toList = (value: Literal): readonly Literal[] | null => (Array.isArray(value) ? value : null);

class ConfigReader {
	readonly #constants: Fields;
	readonly #path: string;
	readonly #findings: Findings;

	constructor(constants: Fields, path: string, findings: Findings) {
		this.#constants = constants;
		this.#path = path;
		this.#findings = findings;
	}

	read(): LayerConfig {
		const constants = this.#constants;
		const named = toFields(constants.rarity_config) ?? {};
		const weights = Object.entries(named).flatMap(([word, weight]) =>
			typeof weight === 'number' && weight >= 0 ? [[word.toLowerCase(), weight] as const] : [],
		);
		const isExact = constants.exactWeight === true;
		return {
			rarityDelimiter: this.#readDelimiter(),
			emptyName: toName(constants.emptyLayerName) ?? emptyConfig.emptyName,
			// The fork that knows these two counts each configuration by itself.
			configurations: this.#readConfigurations(!('exactWeight' in constants || 'rarity_config' in constants)),
			isShuffled: constants.shuffleLayerConfigurations === true,
			format: this.#readFormat(toFields(constants.format)),
			background: this.#readBackground(toFields(constants.background)),
			incompatible: this.#readNames('incompatible', { ...toFields(constants.incompatible) }),
			forced: this.#readNames('forcedCombinations', { ...toFields(constants.forcedCombinations) }),
			valueNames: new Map(
				Object.entries(toFields(constants.traitValueOverrides) ?? {}).flatMap(([from, to]) =>
					typeof to === 'string' ? [[from.normalize('NFC'), to] as const] : [],
				),
			),
			rarityWeights: new Map([...emptyConfig.rarityWeights, ...weights]),
			isExact,
		};
	}

	#warn(sentence: string): void {
		this.#findings.add('warning', sentence, [this.#path]);
	}

	#readDelimiter(): string {
		const value = this.#constants.rarityDelimiter;
		if (value === undefined) return emptyConfig.rarityDelimiter;
		const isUsable = typeof value === 'string' && value !== '' && value.length <= delimiterMaxLength;
		if (isUsable && !/[/\\]/.test(value)) return value;
		this.#warn(`The 'rarityDelimiter' of '${this.#path}' cannot be used. '#' counts instead.`);
		return emptyConfig.rarityDelimiter;
	}

	#readConfigurations(isCumulative: boolean): ConfiguredImages[] {
		const given = this.#constants.layerConfigurations;
		const { layersOrder, growEditionSizeTo } = this.#constants;
		// The engine's first versions knew one order of layers, at the top of the file.
		const single: Literal[] = layersOrder === undefined ? [] : [{ layersOrder, growEditionSizeTo }];
		const list = given === undefined ? single : toList(given);
		if (list === null || list.includes(unreadable)) {
			const reason = `'layerConfigurations' of '${this.#path}' is computed, and the file is read without being run.`;
			this.#findings.add('error', `${reason} Write it out as a list.`, [this.#path]);
			return [];
		}
		const sizes = this.#readSizes(list.slice(0, configurationsMax).map(toFields), isCumulative);
		return list.slice(0, configurationsMax).flatMap((each, index) => {
			const fields = toFields(each);
			const order = toList(fields?.layersOrder);
			if (fields === null || order === null) {
				const which = `The ${ordinal(index)} entry of 'layerConfigurations' in '${this.#path}'`;
				this.#findings.add('error', `${which} has no 'layersOrder' that can be read.`, [this.#path]);
				return [];
			}
			return [
				{
					size: sizes[index]!,
					layers: order.slice(0, entriesMax).flatMap((entry) => this.#readEntry(entry)),
					incompatible: this.#readNames('incompatibleTraits', { ...toFields(fields.incompatibleTraits) }),
					dependent: this.#readNames('dependentTraits', { ...toFields(fields.dependentTraits) }),
				},
			];
		});
	}

	/** `growEditionSizeTo` counts the images of the configurations before it too. */
	#readSizes(list: readonly (Fields | null)[], isCumulative: boolean): (number | null)[] {
		const given = list.map((fields) => {
			const size = fields?.growEditionSizeTo;
			if (size === undefined) return null;
			if (typeof size === 'number' && Number.isInteger(size) && size >= 1 && size <= batchSizeMax) return size;
			const limit = formatNumber(batchSizeMax);
			this.#warn(
				`A 'growEditionSizeTo' of '${this.#path}' is not a whole number from 1 to ${limit}, so it does not count.`,
			);
			return null;
		});
		const isGrowing = given.every((size, index) => index === 0 || (size ?? 0) > (given[index - 1] ?? 0));
		if (given.length > 1 && isCumulative && !isGrowing && given.some((size) => size !== null)) {
			this.#warn(
				`'growEditionSizeTo' does not grow from one entry of 'layerConfigurations' to the next, so each counts by itself.`,
			);
		}
		return isCumulative && isGrowing
			? given.map((size, index) => (size === null ? null : size - (given[index - 1] ?? 0)))
			: given;
	}

	#readEntry(entry: Literal): LayerEntry[] {
		const fields = typeof entry === 'string' ? { name: entry } : toFields(entry);
		const name = toName(fields?.name);
		if (fields === null || name === null) {
			this.#findings.add('error', `A layer in 'layersOrder' of '${this.#path}' has no name that can be read.`, [
				this.#path,
			]);
			return [];
		}
		const options: Fields = { ...fields, ...toFields(fields.options) };
		const sublayers = Object.entries(toFields(options.sublayerOptions) ?? {}).map(([folder, given]) => {
			const sub = toFields(given) ?? {};
			const displayName = toName(sub.trait);
			const named = displayName === null ? {} : { displayName };
			return [folder.normalize('NFC'), { ...this.#readDrawing(folder, sub), ...named }] as const;
		});
		return [
			{
				name,
				displayName: toName(options.displayName) ?? toName(options.trait),
				bypassDna: options.bypassDNA === true,
				...{ blend: 'source-over', opacity: 1, z: 0 },
				...this.#readDrawing(name, options),
				sublayers: new Map(sublayers),
				subTraits: this.#readDrawing(name, toFields(options.subTraits) ?? {}),
			},
		];
	}

	#readDrawing(layer: string, { blend, opacity, zindex }: Fields): Partial<LayerDrawOptions> {
		const mode = typeof blend === 'string' ? findBlendMode(blend) : undefined;
		if (blend !== undefined && mode === undefined) {
			const given = typeof blend === 'string' ? `'${blend.slice(0, 40)}'` : 'a computed blend';
			this.#warn(`The layer '${layer}' has ${given}, which is not a blend mode. It is drawn over the others instead.`);
		}
		const isOpacity = typeof opacity === 'number' && opacity >= 0 && opacity <= 1;
		if (opacity !== undefined && !isOpacity) {
			this.#warn(`The opacity of the layer '${layer}' is not a number from 0 to 1. It is drawn with full opacity.`);
		}
		return {
			...(mode === undefined ? {} : { blend: mode }),
			...(isOpacity ? { opacity } : {}),
			...(typeof zindex === 'number' && Number.isFinite(zindex) ? { z: zindex } : {}),
		};
	}

	#readFormat(format: Fields | null): LayerFormat | null {
		if (format === null || (format.width === undefined && format.height === undefined)) return null;
		const { width, height } = format;
		const isSide = (side: Literal): side is number =>
			typeof side === 'number' && Number.isInteger(side) && side >= 1 && side <= layerSideMaxPx;
		if (isSide(width) && isSide(height)) return { width, height, isSmooth: format.smoothing !== false };
		const limit = formatNumber(layerSideMaxPx);
		this.#warn(
			`The 'format' of '${this.#path}' is not a size from 1 to ${limit} px. Images are drawn in the size of the layers.`,
		);
		return null;
	}

	#readBackground(background: Fields | null): LayerBackground | null {
		if (background?.generate !== true) return null;
		const { brightness, default: css } = background;
		if (background.static === true) {
			if (typeof css === 'string' && colour.test(css.trim())) return { kind: 'colour', css: css.trim() };
		} else if (typeof brightness === 'string' && lightness.test(brightness)) {
			return { kind: 'random-hue', lightness: brightness };
		}
		this.#warn(`The colour of 'background' in '${this.#path}' cannot be read. Nothing is drawn under the layers.`);
		return null;
	}

	#readNames(what: string, fields: Fields): NamePairs {
		const pairs = new Map<string, readonly string[]>();
		let left = ruleNamesMax;
		for (const [name, others] of Object.entries(fields)) {
			const list = typeof others === 'string' ? [others] : toList(others);
			const names = (list ?? []).flatMap((other) => (typeof other === 'string' ? [other.normalize('NFC')] : []));
			if (list === null || names.length < list.length) {
				this.#warn(`What '${what}' of '${this.#path}' says of '${name.slice(0, 100)}' cannot be read whole.`);
			}
			pairs.set(name.normalize('NFC'), names.slice(0, left));
			left -= names.length;
			if (left > 0) continue;
			const limit = formatNumber(ruleNamesMax);
			this.#findings.add('error', `'${what}' of '${this.#path}' names more than ${limit} values.`, [this.#path]);
			break;
		}
		return pairs;
	}
}

function toName(value: Literal): string | null {
	const isName = typeof value === 'string' && value.trim() !== '';
	return isName ? value.normalize('NFC').trim().slice(0, 1_000) : null;
}

function ordinal(index: number): string {
	return ['first', 'second', 'third'][index] ?? `${index + 1}th`;
}
