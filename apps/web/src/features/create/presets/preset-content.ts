import { artStyles } from '@adx/validators/catalogue/art-styles';
import { getLabel } from '@adx/validators/catalogue/option';
import { engines } from '@adx/validators/engines/engines';
import { safeFileName } from '@adx/validators/file-name';
import { type Preset, type SavePresetInput, savePresetInput } from '@adx/validators/presets';
import { toFieldErrors } from '@adx/validators/zod-messages';
import type { z } from 'zod';

/** What the form holds of a preset; what is left out takes the preset's default. */
export type PresetDraft = Omit<z.input<typeof savePresetInput>, 'name' | 'description'>;
/** A preset's contents with every field. */
export type PresetContent = Omit<SavePresetInput, 'name' | 'description'>;

/** What a preset puts into the form. */
export function toFormValues(setting: Preset): PresetContent {
	const { id: _, name: __, description: ___, createdAt: ____, updatedAt: _____, ...content } = setting;
	return content;
}

const countText = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** '2 races · 1 class · Bold Classic · 25 images · Google Gemini' */
export function summarizePreset({
	races,
	classes,
	artStyle,
	batchSize,
	engine,
}: Omit<PresetContent, 'traitWeights' | 'counts' | 'rules'>): string {
	return [
		races.length === 0 ? null : countText(races.length, 'race', 'races'),
		classes.length === 0 ? null : countText(classes.length, 'class', 'classes'),
		artStyle === '' ? null : getLabel(artStyles, artStyle),
		countText(batchSize, 'image', 'images'),
		engine === '' ? null : engines[engine].name,
	]
		.filter((part) => part !== null)
		.join(' · ');
}

/** A preset as a file: the JSON that `readPresetFile` takes, under a name of the preset's own. */
export function toPresetFile({ id: _, createdAt: __, updatedAt: ___, ...setting }: Preset): File {
	const name = `${safeFileName(setting.name)}.adx-preset.json`;
	return new File([`${JSON.stringify(setting, null, 2)}\n`], name, { type: 'application/json' });
}

/** 'races.0: Unknown race "robot"' */
export function formatIssue(error: z.ZodError): string {
	const [[path, sentence] = ['', 'it has another form']] = Object.entries(toFieldErrors(error));
	return path === '' ? sentence : `${path}: ${sentence}`;
}

const fileMaxBytes = 1_000_000;

/** Why a file gave no preset, as a sentence for the reader. */
export class UnreadablePresetError extends Error {}

/** The preset in an exported file. Rejects with an UnreadablePresetError. */
export async function readPresetFile(file: File): Promise<SavePresetInput> {
	if (file.size > fileMaxBytes) throw new UnreadablePresetError(`‘${file.name}’ is too large for a preset.`);
	const parsed = savePresetInput.safeParse(parseJson(file.name, await file.text()));
	if (parsed.success) return parsed.data;
	throw new UnreadablePresetError(`‘${file.name}’ holds no preset: ${formatIssue(parsed.error)}.`);
}

function parseJson(fileName: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new UnreadablePresetError(`‘${fileName}’ is not a JSON file.`);
	}
}
