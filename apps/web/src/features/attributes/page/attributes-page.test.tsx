import { attributePollMs } from '@adx/validators/limits';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { signedInAs } from '../../../test/fixtures.ts';
import { watchSaving } from '../../../test/saved-files.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import { attributesClient } from '../worker/attributes-client.ts';
import { artFiles } from '../worker/attributes-worker-testing.ts';
import {
	createRun,
	openAttributes,
	pickFolder,
	type RunServer,
	runUnderWay,
	serveRuns,
} from './attributes-page-testing.ts';

usePage();

let server: RunServer;
afterEach(() => {
	server?.forgetPage();
	vi.unstubAllGlobals();
});

const region = (name: string) => screen.getByRole('region', { name });
const generateButton = () => screen.getByRole('button', { name: 'Generate Attributes' });
const shownToast = (title: string) => screen.findAllByText(title);
const runCard = () => within(region('Run'));

async function openWithFolder(count = 120): Promise<void> {
	server = serveRuns();
	await openAttributes();
	await pickFolder(artFiles(count));
	await screen.findByText(`${count} images planned`);
}

async function openRun(run: ReturnType<typeof createRun>): Promise<void> {
	server = serveRuns(run);
	await openAttributes(run.id);
	await within(region('Run')).findByRole('progressbar');
}

describe('who may come in', () => {
	test('rejects who is not a developer with Access Denied and Go Back (ATT-01)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('creator')));
		openPage('/attributes');
		expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
		expect(screen.getByText('The Attribute Generator is only available in developer mode.')).toBeVisible();
		await userEvent.click(screen.getByRole('link', { name: 'Go Back' }));
		expect(window.location.pathname).toBe('/');
	});

	test('Go Back leads to the page before (ATT-01)', async () => {
		api.use(procedure('auth', 'check', () => signedInAs('creator')));
		openPage('/tokens');
		await userEvent.click(await screen.findByRole('link', { name: 'Gallery' }));
		await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
		// As the router notes a page that another one led to.
		window.history.pushState({ __TSR_index: 2, __TSR_key: 'here' }, '', '/attributes');
		await userEvent.click(await screen.findByRole('link', { name: 'Go Back' }));
		await waitFor(() => expect(window.location.pathname).toBe('/gallery'));
	});
});

describe('a developer', () => {
	test('finds folder selection and Generate Attributes (ATT-02)', async () => {
		server = serveRuns();
		await openAttributes();
		expect(screen.getByRole('button', { name: 'Select Folder' })).toBeEnabled();
		expect(generateButton()).toBeEnabled();
		expect(await screen.findByText('No folder yet')).toBeVisible();
		expect(runCard().getByText(/No run yet/)).toBeVisible();
		const opened = vi.spyOn(screen.getByTestId('attributes-folder'), 'click');
		await userEvent.click(await screen.findByRole('button', { name: 'Choose images to begin' }));
		expect(opened).toHaveBeenCalledOnce();
	});

	test('generates what the preview shows, once for two presses (ATT-02, ATT-03)', async () => {
		await openWithFolder();
		await userEvent.type(screen.getByLabelText('Project Name'), 'Winter Court');
		const weight = screen.getByRole('spinbutton', { name: 'Weight of Wizard' });
		await userEvent.type(weight, '0');
		await waitFor(() => expect(screen.getByRole('row', { name: /^Wizard 0 ?0%/ })).toBeVisible());
		fireEvent.click(generateButton());
		fireEvent.keyDown(screen.getByLabelText('Project Name'), { key: 'Enter' });
		await shownToast('Processing started');
		expect(server.started).toHaveLength(1);
		expect(server.started[0]).toMatchObject({
			folderSize: 120,
			projectName: 'Winter Court',
			existingTraits: 'keep',
			weights: { class: { wizard: 0 } },
			seed: (screen.getByLabelText('Seed') as HTMLInputElement).value,
			folder: expect.stringMatching(/^[0-9a-f]{64}$/),
		});
		expect(JSON.parse(server.lists[0] ?? '').images).toHaveLength(120);
		expect(window.location.search).toBe('?job=run-1');
		expect(runCard().getByText('Processing')).toBeVisible();
		expect(runCard().getByText('0 / 120')).toBeVisible();
	});

	test('sees status, bar, processed of total and the download (ATT-02)', async () => {
		await openRun(runUnderWay());
		expect(runCard().getByText('48 / 120')).toBeVisible();
		expect(runCard().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
		expect(runCard().queryByRole('button', { name: 'Download' })).toBeNull();
		expect(runCard().queryByText(/left$/)).toBeNull();
		server.runs = [runUnderWay({ processedImages: 84 })];
		expect(await runCard().findByText(/^\d+ (s|min) left$/)).toBeVisible();
		server.runs = [createRun()];
		expect(await runCard().findByRole('button', { name: 'Download' })).toBeEnabled();
		expect(await shownToast('Processing complete')).not.toHaveLength(0);
	});

	test('rejects Generate Attributes without a folder, beside the button too (ATT-06, ERR-20)', async () => {
		server = serveRuns();
		await openAttributes();
		await userEvent.click(generateButton());
		expect((await shownToast('No folder selected')).length).toBeGreaterThan(0);
		const select = screen.getByRole('button', { name: 'Select Folder' });
		expect(select).toHaveFocus();
		expect(select).toHaveAccessibleDescription('No folder selected');
		expect(server.started).toEqual([]);
	});

	test('marks what is kept, finds files, and shows who has a value', async () => {
		// Without a layout nothing of a virtual table would be in sight.
		vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(540);
		vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
		await openWithFolder();
		const table = within(screen.getByRole('table', { name: 'Images' }));
		const first = within(await table.findByRole('row', { name: /^1\.png/ }));
		expect(first.getByText('Bard')).toBeVisible();
		expect(first.getAllByText('kept')).toHaveLength(1);
		const rank = table.getByRole('columnheader', { name: 'Rank' });
		expect(rank.querySelector('svg')).toBeNull();
		await userEvent.click(within(rank).getByRole('button'));
		expect(rank).toHaveAttribute('aria-sort', 'ascending');
		// Up for what goes up, as in every other table.
		expect(rank.querySelector('svg')).toHaveClass('lucide-arrow-up');
		await userEvent.type(screen.getByRole('searchbox', { name: 'Find a file' }), '77');
		expect(await screen.findByText('1 of 120 images')).toBeVisible();
		await userEvent.clear(screen.getByRole('searchbox', { name: 'Find a file' }));
		await userEvent.click(screen.getByRole('radio', { name: 'Rarity' }));
		await userEvent.click(screen.getByRole('button', { name: 'Legendary' }));
		expect(await screen.findByText('1 of 120 images')).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: /Show all again/ }));
		expect(await screen.findByText('120 images')).toBeVisible();
		expect(within(region('Folder')).getByText('The metadata is not JSON.')).toBeVisible();
	});

	test('rejects weights that leave nothing, and starts nothing', async () => {
		await openWithFolder(3);
		await userEvent.click(screen.getByRole('radio', { name: 'Class' }));
		for (const field of screen.getAllByRole('spinbutton')) fireEvent.change(field, { target: { value: '0' } });
		expect(await within(region('Preview')).findByRole('alert')).toHaveTextContent(
			'No value of Class is left to choose from.',
		);
		await userEvent.click(generateButton());
		expect(await shownToast('Nothing was started')).not.toHaveLength(0);
		expect(server.started).toEqual([]);
		await userEvent.click(screen.getByRole('button', { name: 'Reset Class' }));
		expect(await screen.findByText('3 images planned')).toBeVisible();
	});
});

describe('a press at the wrong moment', () => {
	test('rejects Generate Attributes while another folder is being read, and keeps the one on show', async () => {
		await openWithFolder(3);
		let end = () => {};
		const listing = attributesClient.list(
			new Promise<void>((resolve) => {
				end = resolve;
			}),
		);
		await userEvent.click(generateButton());
		expect(await screen.findByText('Folder not read yet')).toBeVisible();
		end();
		await act(() => listing);
		expect(server.started).toEqual([]);
		await userEvent.click(generateButton());
		await shownToast('Processing started');
		expect(server.started).toHaveLength(1);
	});

	test('rejects a name with invisible characters before anything is sent, and leads to it', async () => {
		await openWithFolder(3);
		fireEvent.change(screen.getByLabelText('Project Name'), { target: { value: 'Win\u202Eter' } });
		await userEvent.click(generateButton());
		await waitFor(() => expect(screen.getByLabelText('Project Name')).toHaveFocus());
		expect(screen.getAllByText('Use visible characters only').length).toBeGreaterThan(1);
		expect([server.started, server.lists]).toEqual([[], []]);
	});

	test('Remove folder leads to the button that chooses another', async () => {
		await openWithFolder(3);
		await userEvent.click(screen.getByRole('button', { name: 'Remove folder' }));
		expect(await screen.findByText('No folder yet')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Select Folder' })).toHaveFocus();
	});
});

describe('the state of a run', () => {
	test.each([
		['processing', 'Processing', 'border-primary'],
		['completed', 'Completed', 'border-ok'],
		['failed', 'Failed', 'border-ember-text'],
		['pending', 'Pending', 'border-line'],
		['resting', 'resting', 'border-line'],
	])('%s is shown as %s, gray unless it is one of three (ATT-04)', async (status, text, look) => {
		await openRun(createRun({ status: status as 'pending' }));
		expect(runCard().getByText(text)).toHaveClass(look);
	});

	test.each(['processing', 'pending'] as const)('is asked every 2 s while %s (ATT-05, AMB-43)', async (status) => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		await openRun(runUnderWay({ status }));
		const before = server.asked;
		for (let round = 1; round <= 3; round++) {
			await act(() => vi.advanceTimersByTimeAsync(attributePollMs + 50));
			await waitFor(() => expect(server.asked).toBeGreaterThanOrEqual(before + round));
		}
		expect(server.asked).toBeLessThanOrEqual(before + 4);
		server.runs = [createRun()];
		await act(() => vi.advanceTimersByTimeAsync(attributePollMs + 50));
		await runCard().findByText('Completed');
		const done = server.asked;
		await act(() => vi.advanceTimersByTimeAsync(3 * attributePollMs));
		expect(server.asked).toBe(done);
	});

	test('a run under way is taken up again without its address', async () => {
		server = serveRuns(runUnderWay());
		await openAttributes();
		expect(await runCard().findByText('48 / 120')).toBeVisible();
		server.runs = [createRun()];
		expect(await runCard().findByRole('button', { name: 'Download' })).toBeVisible();
	});

	test('earlier runs can be chosen, and their seed used again', async () => {
		server = serveRuns(createRun(), createRun({ id: 'run-2', projectName: 'Summer', seed: 'summer' }));
		await openAttributes();
		await userEvent.click(await within(region('Your runs')).findByRole('button', { name: /Summer/ }));
		await userEvent.click(await runCard().findByRole('button', { name: 'Use this seed' }));
		expect(screen.getByLabelText('Seed')).toHaveValue('summer');
	});

	test('says when the preview has changed since the run', async () => {
		await openWithFolder();
		await userEvent.click(generateButton());
		await shownToast('Processing started');
		expect(runCard().queryByText(/has changed since/)).toBeNull();
		await userEvent.click(screen.getByRole('radio', { name: /^Replace/ }));
		expect(runCard().getByText(/has changed since this run/)).toBeVisible();
		await userEvent.click(screen.getByRole('radio', { name: /^Keep/ }));
		await pickFolder(artFiles(4));
		expect(await runCard().findByText(/has changed since this run/)).toBeVisible();
	});

	test.each([404, 400])('an unknown run is told as one, refused with %i', async (status) => {
		server = serveRuns();
		server.trouble = new Refusal(status, 'Invalid id.');
		await openAttributes('gone');
		expect(await runCard().findByText('There is no such run.')).toBeVisible();
	});
});

describe('what fails', () => {
	test.each([
		['The list cannot be read.', 'The list cannot be read.'],
		[null, 'An error occurred'],
	])('a failed run with %s says Processing failed: %s (ERR-14)', async (errorMessage, text) => {
		await openRun(runUnderWay());
		server.runs = [createRun({ status: 'failed', downloadUrl: null, errorMessage })];
		expect(await screen.findByText('Processing failed')).toBeVisible();
		expect(runCard().getByRole('alert')).toHaveTextContent(text);
		expect(screen.getAllByText(text).length).toBeGreaterThan(1);
	});

	test('a refused start says Processing failed with the sentence of the server, and may be tried again (ERR-14)', async () => {
		await openWithFolder();
		server.refusal = new Refusal(400, 'The symbol is not allowed.');
		await userEvent.click(generateButton());
		expect(await screen.findByText('Processing failed')).toBeVisible();
		expect(within(region('Settings')).getByRole('alert')).toHaveTextContent('The symbol is not allowed.');
		await userEvent.click(await screen.findByRole('button', { name: 'Generate Attributes' }));
		await shownToast('Processing started');
		expect(server.started).toHaveLength(2);
		expect(within(region('Settings')).queryByRole('alert')).toBeNull();
	});

	test('a refusal goes as one changes what is set', async () => {
		await openWithFolder();
		server.refusal = new Refusal(400, 'The symbol is not allowed.');
		await userEvent.click(generateButton());
		const settings = within(region('Settings'));
		expect(await settings.findByRole('alert')).toHaveTextContent('The symbol is not allowed.');
		await userEvent.type(settings.getAllByRole('textbox')[0]!, 'x');
		await waitFor(() => expect(settings.queryByRole('alert')).toBeNull());
		expect(server.started).toHaveLength(1);
	});

	test('a list that the server has forgotten is handed over again', async () => {
		await openWithFolder();
		server.refusal = new Refusal(422, 'Send it again.', {}, 'upload_missing');
		await userEvent.click(generateButton());
		await shownToast('Processing started');
		expect(server.lists).toHaveLength(2);
	});

	test('a state that cannot be had says so once, and goes on asking (ERR-15)', async () => {
		await openRun(runUnderWay());
		server.trouble = new Refusal(503, 'Down.');
		expect((await screen.findAllByText('Failed to check processing status')).length).toBe(2);
		expect(screen.getByText('Error')).toBeVisible();
		expect(runCard().getByText('48 / 120')).toBeVisible();
		server.trouble = null;
		await userEvent.click(runCard().getByRole('button', { name: 'Try again' }));
		await waitFor(() => expect(runCard().queryByRole('alert')).toBeNull());
	});

	test('without an address: Download Error, No download available (ATT-07)', async () => {
		await openRun(createRun({ downloadUrl: null }));
		await userEvent.click(runCard().getByRole('button', { name: 'Download' }));
		expect(await screen.findByText('Download Error')).toBeVisible();
		expect(screen.getByText('No download available')).toBeVisible();
	});

	test('a download that fails: Download failed (ERR-16)', async () => {
		api.use(http.get('*/api/attribute-generator/run-1/download', () => HttpResponse.json({}, { status: 500 })));
		await openRun(createRun());
		await userEvent.click(runCard().getByRole('button', { name: 'Download' }));
		expect(await screen.findByText('Download failed')).toBeVisible();
		expect(screen.getByText('Failed to download the processed collection')).toBeVisible();
	});

	test("API-21 a download is saved as 'nft-attributes-{id}.zip'", async () => {
		api.use(http.get('*/api/attribute-generator/run-1/download', () => new HttpResponse('P', { status: 206 })));
		const { names } = watchSaving();
		await openRun(createRun());
		await userEvent.click(runCard().getByRole('button', { name: 'Download' }));
		expect(await screen.findByText('Download started')).toBeVisible();
		expect(names).toEqual(['nft-attributes-run-1.zip']);
	});

	test('a folder without images is told, and the one before stays', async () => {
		await openWithFolder(3);
		await pickFolder(artFiles(0));
		expect(await screen.findByText('Folder not read')).toBeVisible();
		expect(screen.getByText('3 images planned')).toBeVisible();
		const problem = within(region('Folder')).getByRole('alert');
		expect(problem).toHaveTextContent('There is no PNG, JPEG, GIF or WebP in it.');
		await pickFolder(artFiles(2));
		await waitFor(() => expect(problem).not.toBeInTheDocument());
	});

	test('rejects an archive that comes with other files', async () => {
		server = serveRuns();
		await openAttributes();
		const files = ['a.zip', 'b.zip'].map((name) => new File(['zip'], name, { type: 'application/zip' }));
		await userEvent.upload(screen.getByTestId('attributes-files'), files, { applyAccept: false });
		const problem = await within(region('Folder')).findByRole('alert');
		expect(problem).toHaveTextContent('Select one folder or one archive at a time.');
		expect(screen.getByText('No folder yet')).toBeVisible();
	});

	test('a list of runs that cannot be had offers to try again', async () => {
		server = serveRuns();
		let isDown = true;
		api.use(procedure('attributes', 'list', () => (isDown ? new Refusal(500, 'x') : [createRun()])));
		await openAttributes();
		const list = within(region('Your runs'));
		const again = await list.findByRole('button', { name: 'Try again' });
		isDown = false;
		await userEvent.click(again);
		expect(await list.findByRole('button', { name: /Winter Court/ })).toBeVisible();
	});
});

describe('a reload', () => {
	test('keeps folder, settings and run', async () => {
		await openWithFolder();
		await userEvent.type(screen.getByLabelText('Project Name'), 'Winter');
		await userEvent.click(generateButton());
		await shownToast('Processing started');
		const draft = sessionStorage.getItem('adx_attributes_draft') ?? '';
		cleanup();
		server.forgetPage();
		sessionStorage.setItem('adx_attributes_draft', draft);
		await openAttributes('run-1');
		expect(await screen.findByText(/names and metadata are kept/)).toBeVisible();
		expect(screen.getByLabelText('Project Name')).toHaveValue('Winter');
		expect(await screen.findByText('120 images planned')).toBeVisible();
		expect(runCard().getByText('0 / 120')).toBeVisible();
	});
});
