import { describeSettings, type SettingDescription } from '@adx/core/platform/settings';
import { environmentSchema } from '../env.ts';

/** `docs/settings.md`: every setting as the schema declares it. */
export function toSettingsPage(): string {
	const rows = describeSettings(environmentSchema).map(toRow);
	return `# Settings

Read from the environment and from \`.env\`; all are optional. A value that cannot be right stops the start with one line that names it, and a name in \`.env\` that is none of these, or one in the environment that is nearly one, is warned of. This page and \`.env.example\` are written by \`npm run settings\` from the settings' own schema.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}

function toRow({ name, defaultText, meaning }: SettingDescription): string {
	const shown = defaultText === '' ? '' : /^a /.test(defaultText) ? defaultText : `\`${defaultText}\``;
	return `| \`${name}\` | ${shown} | ${meaning} |`;
}

/** `.env.example`: every setting, commented out, with its default. */
export function toEnvExample(): string {
	const entries = describeSettings(environmentSchema).map(({ name, defaultText, meaning }) => {
		const isValue = !/^a /.test(defaultText);
		return `${toComment(meaning)}\n# ${name}=${isValue ? defaultText : ''}`;
	});
	return `# Settings of ADX Realm: copy this file to .env and take the # away from what you set.
# docs/settings.md holds the same as a table.

${entries.join('\n\n')}
`;
}

/** Links lead nowhere in a file of variables. */
const toComment = (meaning: string) => `# ${meaning.replaceAll(/\[([^\]]+)\]\(([^)]+)\)/g, '$1 (docs/$2)')}`;
