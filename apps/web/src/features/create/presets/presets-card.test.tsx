import { Toaster } from '@adx/ui/feedback/toast';
import { useToastStore } from '@adx/ui/feedback/toast-store';
import type { Preset, SavePresetInput } from '@adx/validators/presets';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query-client.ts';
import { createApiClient, trpc } from '../../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig, signedInAs } from '../../../test/fixtures.ts';
import { watchSaving } from '../../../test/saved-files.ts';
import { usePage } from '../../../test/setup.tsx';
import { AccessProvider } from '../../access/gate/access-provider.tsx';
import type { PresetDraft } from './preset-content.ts';
import { PresetsCard } from './presets-card.tsx';

usePage();
let stored: Preset[];
let sent: ReturnType<typeof vi.fn<(verb: string, input: unknown) => void>>;
let draft: PresetDraft;

function settingOf(name: string, changes: Partial<Preset> = {}): Preset {
	return {
		id: `id-${name}`,
		name,
		description: '',
		races: ['elf'],
		classes: [],
		artStyle: '',
		backgroundType: 'forest-glade',
		afflictions: [],
		batchSize: 3,
		projectName: 'Frost',
		includeMetadata: true,
		generateRarity: true,
		uploadToIPFS: false,
		traitWeights: {},
		engine: '',
		model: '',
		createdAt: new Date('2026-11-01T10:00:00Z'),
		updatedAt: new Date('2026-11-02T10:00:00Z'),
		...changes,
	};
}

const summaryOf = ({ traitWeights: _, counts: __, rules: ___, ...setting }: Preset) => ({ ...setting, sizeBytes: 300 });

/** A server that keeps presets as the real one does. */
beforeEach(() => {
	stored = [];
	draft = {
		races: ['elf', 'orc'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		batchSize: 5,
	};
	sent = vi.fn<(verb: string, input: unknown) => void>();
	vi.spyOn(console, 'error').mockImplementation(() => {});
	api.use(
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('database', 'listSettings', () => stored.map(summaryOf)),
		procedure('database', 'getSetting', (input) => {
			const { settingId } = input as { settingId: string };
			return stored.find(({ id }) => id === settingId) ?? new Refusal(404, 'No such preset.');
		}),
		procedure('database', 'saveSetting', (input) => {
			sent('save', input);
			const setting = settingOf((input as SavePresetInput).name, input as SavePresetInput);
			stored = [setting, ...stored];
			return setting;
		}),
		procedure('database', 'updateSetting', (input) => {
			sent('replace', input);
			const { settingId, ...changes } = input as SavePresetInput & { settingId: string };
			stored = stored.map((setting) => (setting.id === settingId ? { ...setting, ...changes } : setting));
			return stored.find(({ id }) => id === settingId) ?? new Refusal(404, 'No such preset.');
		}),
		procedure('database', 'deleteSetting', (input) => {
			const { settingId } = input as { settingId: string };
			const setting = stored.find(({ id }) => id === settingId);
			stored = stored.filter(({ id }) => id !== settingId);
			return setting ?? new Refusal(404, 'No such preset.');
		}),
	);
});

/** The card inside a form, as on the page. */
function openCard() {
	const [onApply, onSubmit, onKeyDown] = [vi.fn(), vi.fn(), vi.fn()];
	render(
		<trpc.Provider client={createApiClient(window.location.origin)} queryClient={queryClient()}>
			<QueryClientProvider client={queryClient()}>
				<AccessProvider>
					<form onSubmit={onSubmit} onKeyDown={onKeyDown}>
						<PresetsCard readDraft={() => draft} onApply={onApply} />
					</form>
				</AccessProvider>
				<Toaster />
			</QueryClientProvider>
		</trpc.Provider>,
	);
	return { onApply, onSubmit, onKeyDown };
}

let client: ReturnType<typeof createQueryClient>;
const queryClient = () => client;
beforeEach(() => {
	client = createQueryClient();
});

const notice = 'Saving settings in the browser has been disabled to improve memory performance.';
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const presets = async () => within(await screen.findByRole('list', { name: 'Presets' })).getAllByRole('listitem');
const nameField = () => screen.findByLabelText('Name');

describe('the Saved Settings card', () => {
	test('states why nothing is saved in the browser, and says when there is no preset yet (GEN-24, AMB-18)', async () => {
		openCard();
		expect(screen.getByRole('region', { name: 'Saved Settings' })).toHaveTextContent(notice);
		expect(await screen.findByText('No presets yet.')).toBeVisible();
	});

	test('has the notice alone where presets are switched off (AMB-18)', async () => {
		const listed = vi.fn(() => []);
		api.use(
			procedure('auth', 'config', () => ({ ...publicConfig, features: { presets: false } })),
			procedure('database', 'listSettings', listed),
		);
		openCard();
		await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
		expect(screen.getByText(notice)).toBeVisible();
	});

	test('lists presets with what they hold (ENT-06)', async () => {
		stored = [
			settingOf('Winter', { description: 'For the long night', races: ['elf', 'orc'], batchSize: 25 }),
			settingOf('Bare', { races: [] }),
		];
		openCard();
		const [winter, bare] = await presets();
		expect(winter).toHaveTextContent(/WinterFor the long night2 races · 25 images · Nov 2, 2026/);
		expect(bare).toHaveTextContent(/Bare3 images · /);
	});

	test('a failure is said, and can be tried again', async () => {
		let isDown = true;
		api.use(
			procedure('database', 'listSettings', () => (isDown ? new Refusal(503, 'down') : [summaryOf(settingOf('a'))])),
		);
		openCard();
		const retry = await screen.findByRole('button', { name: 'Load the presets again' });
		isDown = false;
		await userEvent.click(retry);
		expect(await presets()).toHaveLength(1);
	});
});

describe('saving a preset', () => {
	test('asks for a name and keeps what the form holds, by keyboard alone (AMB-18)', async () => {
		const { onSubmit } = openCard();
		(await screen.findByRole('button', { name: 'Save' })).focus();
		await userEvent.keyboard('{Enter}');
		await waitFor(async () => expect(await nameField()).toHaveFocus());
		await userEvent.keyboard('  Winter {Enter}');
		expect(await screen.findByText('Settings Saved')).toBeVisible();
		expect(sent).toHaveBeenCalledExactlyOnceWith('save', {
			...draft,
			name: 'Winter',
			description: '',
			afflictions: [],
			projectName: '',
			includeMetadata: true,
			generateRarity: true,
			uploadToIPFS: false,
			traitWeights: {},
			engine: '',
			model: '',
		});
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect((await presets())[0]).toHaveTextContent('Winter');
		expect(onSubmit).not.toHaveBeenCalled();
	});

	test('rejects an empty name beside its field, and asks no server', async () => {
		openCard();
		await press('Save');
		await userEvent.type(await nameField(), '   ');
		await press('Save preset');
		await waitFor(async () => expect(await nameField()).toHaveAccessibleDescription('Give the preset a name'));
		expect(sent).not.toHaveBeenCalled();
	});

	test('the field of the name ends at as many characters as it may have, and says so', async () => {
		openCard();
		await press('Save');
		await userEvent.click(await nameField());
		await userEvent.paste('W'.repeat(61));
		expect(await nameField()).toHaveValue('W'.repeat(60));
		expect(await nameField()).toHaveAccessibleDescription('At most 60 characters');
		await userEvent.keyboard('{Backspace}');
		expect(await nameField()).toHaveAccessibleDescription('');
	});

	test('under a name in use it says so and replaces that preset', async () => {
		stored = [settingOf('Winter', { description: 'Old' })];
		openCard();
		await presets();
		await press('Save');
		await userEvent.type(await nameField(), 'Winter');
		expect(await nameField()).toHaveAccessibleDescription('You have a preset of this name. It will be replaced.');
		await press('Replace preset');
		await screen.findByText('Settings Saved');
		expect(sent).toHaveBeenCalledExactlyOnceWith(
			'replace',
			expect.objectContaining({ settingId: 'id-Winter', ...draft }),
		);
		expect(stored).toHaveLength(1);
	});

	test('an imported file without counts and rules takes those of the preset it replaces away', async () => {
		stored = [settingOf('Winter', { counts: { race: { elf: 1 } } })];
		openCard();
		await presets();
		const file = new File(['{"name": "Winter"}'], 'winter.json', { type: 'application/json' });
		await userEvent.upload(await screen.findByLabelText('Preset file'), file);
		await press('Replace preset');
		await screen.findByText('Settings Saved');
		expect(sent).toHaveBeenCalledExactlyOnceWith('replace', expect.objectContaining({ counts: {}, rules: [] }));
	});

	test('a new preset is not said to be replaced by itself while its dialog closes', async () => {
		openCard();
		await press('Save');
		await userEvent.type(await nameField(), 'Winter');
		let isSaidToBeReplaced = false;
		const observer = new MutationObserver(() => {
			isSaidToBeReplaced ||= document.body.textContent.includes('It will be replaced.');
		});
		observer.observe(document.body, { childList: true, subtree: true, characterData: true });
		await press('Save preset');
		expect((await presets())[0]).toHaveTextContent('Winter');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		observer.disconnect();
		expect(isSaidToBeReplaced).toBe(false);
	});

	test('rejects by the server stand at their field, or above the buttons, and the name stays', async () => {
		const answers = [
			new Refusal(409, 'Taken.', { name: 'You have a preset named ‘Winter’ already.' }, 'setting_exists'),
			new Refusal(409, 'You have 100 presets already. Delete one first.', {}, 'too_many_settings'),
			new Refusal(400, 'A preset may have 64 kB.', { traitWeights: 'A preset may have 64 kB.' }, 'bad_input'),
		];
		api.use(procedure('database', 'saveSetting', () => answers.shift()!));
		openCard();
		await press('Save');
		await userEvent.type(await nameField(), 'Winter');
		await press('Save preset');
		await waitFor(async () =>
			expect(await nameField()).toHaveAccessibleDescription('You have a preset named ‘Winter’ already.'),
		);
		await press('Save preset');
		expect(await screen.findByText('You have 100 presets already. Delete one first.')).toBeVisible();
		await press('Save preset');
		expect(await screen.findByText('A preset may have 64 kB.')).toBeVisible();
		expect(await nameField()).toHaveValue('Winter');
	});

	test('rejects a form that could not be stored, and says which field is to blame', async () => {
		draft = { ...draft, projectName: 'x'.repeat(101) };
		openCard();
		await press('Save');
		await userEvent.type(await nameField(), 'Winter{Enter}');
		expect(await screen.findByText('The form cannot be saved so: projectName: At most 100 characters.')).toBeVisible();
		expect(sent).not.toHaveBeenCalled();
	});

	test('Ctrl+Enter in the dialog does not reach the page’s form', async () => {
		const { onKeyDown } = openCard();
		await press('Save');
		await userEvent.type(await nameField(), 'Winter{Control>}{Enter}{/Control}');
		expect(onKeyDown.mock.calls.filter(([event]) => event.key === 'Enter')).toEqual([]);
	});
});

describe('using a preset', () => {
	test('loading puts it into the form and says so (GEN-28)', async () => {
		stored = [settingOf('Winter', { races: ['orc'], traitWeights: { race: { orc: 2 } } })];
		const { onApply } = openCard();
		await press('Load Winter');
		expect(await screen.findByText('Settings Loaded')).toBeVisible();
		expect(screen.getByText('Generation settings have been loaded successfully')).toBeVisible();
		const { id: _, name: __, description: ___, createdAt: ____, updatedAt: _____, ...content } = stored[0]!;
		expect(onApply).toHaveBeenCalledExactlyOnceWith(content);
	});

	test('of own layers says that the folder is not kept, when it is saved and when it is loaded', async () => {
		draft = { engine: 'layers', batchSize: 25, projectName: 'Ovals' };
		openCard();
		await press('Save');
		expect(await screen.findByText(/It keeps neither the folder nor the weights/)).toBeVisible();
		await userEvent.type(await nameField(), 'Mine{Enter}');
		await press('Load Mine');
		expect(await screen.findByText('Choose your folder of layers now: presets do not keep it.')).toBeVisible();
	});

	test('one that is gone already is not loaded, leaves the list, and the person is told', async () => {
		stored = [settingOf('Winter')];
		const { onApply } = openCard();
		await screen.findByText('Winter');
		stored = [];
		await press('Load Winter');
		expect(await screen.findByText('Settings Were Not Loaded')).toBeVisible();
		expect(await screen.findByText('No presets yet.')).toBeVisible();
		expect(onApply).not.toHaveBeenCalled();
	});

	test('deleting asks first, and keeps it when told so', async () => {
		stored = [settingOf('Winter')];
		openCard();
		await press('Delete Winter');
		const dialog = within(await screen.findByRole('dialog', { name: 'Delete this preset?' }));
		expect(dialog.getByText('Winter')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(stored).toHaveLength(1);
	});

	test('deleting takes it off the list', async () => {
		stored = [settingOf('Winter'), settingOf('Summer')];
		openCard();
		await press('Delete Winter');
		await press('Delete preset');
		expect(await screen.findByText('Settings Deleted')).toBeVisible();
		await waitFor(async () => expect(await presets()).toHaveLength(1));
	});

	test('one that is gone already leaves the list, and the person is told', async () => {
		stored = [settingOf('Winter')];
		openCard();
		await press('Delete Winter');
		stored = [];
		await press('Delete preset');
		expect(await screen.findByText('Settings Were Not Deleted')).toBeVisible();
		// The list of messages has it when the toast is gone.
		expect(useToastStore.getState().recent[0]).toMatchObject({ requestId: 'r-1' });
		expect(await screen.findByText('No presets yet.')).toBeVisible();
	});
});

describe('presets as files', () => {
	const chooseFile = async (text: string, name = 'winter.json') =>
		userEvent.upload(await screen.findByLabelText('Preset file'), new File([text], name, { type: 'application/json' }));

	test('exporting saves a JSON file (AMB-18)', async () => {
		stored = [settingOf('Winter')];
		const { names, contents } = watchSaving();
		openCard();
		await press('Export Winter');
		expect(names).toEqual(['Winter.adx-preset.json']);
		expect(JSON.parse(await contents[0]!.text())).toMatchObject({
			name: 'Winter',
			races: ['elf'],
			projectName: 'Frost',
		});
	});

	test('importing asks for the name, which the file brings, and saves what it holds (AMB-18)', async () => {
		openCard();
		await chooseFile(JSON.stringify({ name: 'Winter', description: 'Cold', races: ['orc'] }));
		const importing = within(await screen.findByRole('dialog', { name: 'Import settings' }));
		const buttons = importing.getAllByRole('button').map(({ textContent }) => textContent);
		expect(buttons).toEqual(['Save preset', 'Cancel']);
		expect(await nameField()).toHaveValue('Winter');
		await press('Save preset');
		await screen.findByText('Settings Saved');
		expect(sent).toHaveBeenCalledExactlyOnceWith(
			'save',
			expect.objectContaining({ name: 'Winter', description: 'Cold', races: ['orc'], classes: [] }),
		);
	});

	test('rejects a file that holds no preset with a sentence, until a preset is loaded or a good one comes', async () => {
		stored = [settingOf('Winter')];
		openCard();
		await chooseFile('{"name": "x", "races": ["robot"]}', 'bad.json');
		const sentence = '‘bad.json’ holds no preset: races.0: Unknown race "robot".';
		await waitFor(() => expect(screen.getByRole('button', { name: 'Import' })).toHaveAccessibleDescription(sentence));
		expect(screen.getByText(sentence).parentElement).toHaveAttribute('role', 'alert');
		expect(screen.queryByRole('dialog')).toBeNull();
		await press('Load Winter');
		await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
		await chooseFile('no json', 'bad.json');
		await screen.findByText(/is not a JSON file/);
		await chooseFile('{"name": "x"}', 'good.json');
		await screen.findByRole('dialog', { name: 'Import settings' });
		expect(screen.queryByText(/bad\.json/)).toBeNull();
	});
});
