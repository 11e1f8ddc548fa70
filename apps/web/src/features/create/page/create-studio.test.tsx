import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createJob, runningJob, signedInAs } from '../../../test/fixtures.ts';
import { findForm, openPage, usePage } from '../../../test/setup.tsx';
import { stubWorkers } from '../../../test/workers.ts';
import { fillForm, openForm, openSection, pick, recordStarts, signIn, submit } from '../form/form-testing.ts';
import { PlanWorkerService } from '../plan/plan-worker-service.ts';

usePage();
beforeEach(() => {
	stubWorkers((path) => (path.endsWith('/plan-worker.ts') ? new PlanWorkerService() : { paint: () => null }));
	signIn('creator');
	return () => vi.unstubAllGlobals();
});

const press = (name: string) => userEvent.click(screen.getByText(name));
const openTab = (name: string) =>
	userEvent.click(within(screen.getByRole('navigation', { name: 'Parts of this page' })).getByRole('link', { name }));
// By their texts: finding roles in the whole page, all sections of which count as shown here, takes long.
const line = (label: string) =>
	within(screen.getByRole('navigation', { name: 'Sections of the form' }))
		.getByText(label)
		.closest('button')!;
const heading = (name: string) => screen.getByText(name, { selector: 'h2' });

/** Answers starts once `finish` is called. */
function holdStarts() {
	const starts: unknown[] = [];
	let finish = () => {};
	const held = new Promise<void>((resolve) => {
		finish = resolve;
	});
	const job = runningJob(1);
	api.use(
		procedure('generation', 'start', async (input) => {
			starts.push(input);
			await held;
			return { jobId: job.id, job };
		}),
		procedure('generation', 'get', () => job),
	);
	return { starts, finish: () => finish() };
}

test('the preview is an example until a race or a class is chosen', async () => {
	await openForm();
	expect(screen.getByText('An example, drawn by the built-in forge.')).toBeVisible();
	await pick('checkbox', 'Elf');
	expect(await screen.findByText('Preview of your choice, drawn by the built-in forge.')).toBeVisible();
});

test('a tab that is pressed before the form is drawn is the same one afterwards', async () => {
	openPage('/');
	const tab = await screen.findByRole('link', { name: 'Latest' });
	await findForm();
	expect(tab.isConnected).toBe(true);
});

describe('the focus', () => {
	test('goes with each step to the heading of the section that is opened, to that of the last one too', async () => {
		await openForm();
		await openSection('Afflictions');
		expect(line('Afflictions')).toHaveFocus();
		await press('Next: Saved Settings');
		expect(heading('Saved Settings')).toHaveFocus();
		await press('Next: Plan');
		// The first one in the file also compiles the panel.
		await waitFor(() => expect(heading('Plan')).toBeInTheDocument(), { timeout: 12_000 });
		await openSection('Saved Settings');
		await press('Next: Plan');
		expect(heading('Plan')).toHaveFocus();
	});

	test('goes from the plan to the heading of the choice that is missing', async () => {
		await openForm();
		await pick('checkbox', 'Elf');
		await openSection('Plan');
		await userEvent.click(await screen.findByText('Go to the next choice'));
		expect(heading('Classes')).toHaveFocus();
	});

	test('goes to a seed that is wrong', async () => {
		const starts = recordStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await openSection('Plan');
		await userEvent.clear(await screen.findByLabelText('Seed'));
		await openSection('Races');
		await submit();
		await waitFor(() => expect(screen.getByLabelText('Seed')).toHaveFocus());
		expect(screen.getAllByText('Seed: Must not be empty')[0]).toBeInTheDocument();
		expect(starts).toEqual([]);
	});

	test('goes to the results of what was started', async () => {
		recordStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(heading('Results')).toHaveFocus());
	});

	test('stays where it is for results that were opened by their address', async () => {
		api.use(
			procedure('auth', 'check', () => signedInAs('creator')),
			procedure('generation', 'list', () => [createJob(1)]),
			procedure('generation', 'get', () => createJob(1)),
		);
		openPage('/?job=job-1');
		await screen.findByRole('region', { name: 'Generation status' });
		expect(document.body).toHaveFocus();
	});
});

describe('an answer that comes late', () => {
	test('leaves those who went to another part of the page there, with a message', async () => {
		const { finish, starts } = holdStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		await openTab('Latest');
		finish();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(window.location.search).toBe('?tab=latest');
	});

	test('leaves those who went to another page there', async () => {
		const { finish, starts } = holdStarts();
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
		finish();
		expect(await screen.findByText('Generation Started')).toBeVisible();
		expect(window.location.pathname).toBe('/gallery');
	});

	describe('changes the seed that was used up, which would only make the same images again,', () => {
		const seedField = () => screen.findByLabelText('Seed');
		const goToGallery = async () => {
			await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
			await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
		};
		const comeBack = async () => {
			await userEvent.click(screen.getByRole('link', { name: 'Create' }));
			await screen.findByRole('form', { name: 'Create characters' });
		};
		async function startHeld() {
			const { finish, starts } = holdStarts();
			await fillForm();
			await pick('radio', 'Built-in forge (free, no key)');
			await openSection('Plan');
			await submit();
			await waitFor(() => expect(starts).toHaveLength(1));
			const [{ seed }] = starts as [{ seed: string }];
			expect(await seedField()).toHaveValue(seed);
			const answer = async () => {
				finish();
				expect(await screen.findByText('Generation Started')).toBeVisible();
			};
			return { seed, answer };
		}

		test('where the form is still on show', async () => {
			const { seed, answer } = await startHeld();
			await answer();
			await waitFor(async () => expect(await seedField()).not.toHaveValue(seed));
		});

		test('where another page is on show', async () => {
			const { seed, answer } = await startHeld();
			await goToGallery();
			await answer();
			await comeBack();
			await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Elf' })).toBeChecked());
			expect(await seedField()).not.toHaveValue(seed);
		});

		test('where somebody came back before it', async () => {
			const { seed, answer } = await startHeld();
			await goToGallery();
			await comeBack();
			await waitFor(async () => expect(await seedField()).toHaveValue(seed));
			await answer();
			await waitFor(async () => expect(await seedField()).not.toHaveValue(seed));
		});

		test('and leaves one that was typed since', async () => {
			const { answer } = await startHeld();
			await userEvent.clear(await seedField());
			await userEvent.type(await seedField(), 'winter');
			await answer();
			await openTab('Studio');
			expect(await seedField()).toHaveValue('winter');
		});
	});

	test('does not lead to a field that was refused, nor once the studio is opened again', async () => {
		let finish = () => {};
		const held = new Promise<void>((resolve) => {
			finish = resolve;
		});
		recordStarts();
		api.use(
			procedure('generation', 'start', async () => {
				await held;
				return new Refusal(402, 'Too long a name.', { projectName: 'Too long a name.' });
			}),
		);
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await openTab('Latest');
		finish();
		// The field has its message, which is there while another tab is looked at, once the refusal is dealt with.
		await waitFor(() =>
			expect(screen.getByLabelText('Project name (optional)')).toHaveAccessibleDescription(/Too long a name\./),
		);
		expect(screen.getByText('Generation Failed')).toBeVisible();
		expect(window.location.search).toBe('?tab=latest');
		await openTab('Studio');
		expect(line('Races')).toHaveAttribute('aria-current', 'step');
		expect(screen.getByLabelText('Project name (optional)')).not.toHaveFocus();
	});
});

describe('a plan that cannot be made', () => {
	const sentence = 'The counts of Race add up to 6, but the collection holds only 5 images.';

	/** Six of five images are to be elves. */
	async function planTooMany() {
		await fillForm();
		await pick('checkbox', 'Orc');
		await pick('radio', '5 ADX');
		await openSection('Plan');
		await userEvent.click(await screen.findByRole('tab', { name: 'Traits' }));
		await userEvent.type(await screen.findByLabelText('Count of Elf'), '6');
		await screen.findByText(sentence);
	}

	test('is told once, in the plan; the index and the button point to it, whatever section is open', async () => {
		await planTooMany();
		expect(screen.getAllByText(sentence)).toHaveLength(1);
		expect(line('Plan')).toHaveTextContent('Not possible as it is');
		await openSection('Races');
		expect(screen.queryByText(sentence)).toBeNull();
		expect(line('Plan')).toHaveTextContent('Not possible as it is');
		await press('See why');
		expect(line('Plan')).toHaveAttribute('aria-current', 'step');
		expect(screen.getByText(sentence)).toHaveFocus();
		await userEvent.clear(screen.getByLabelText('Count of Elf'));
		await waitFor(() => expect(line('Plan')).not.toHaveTextContent('Not possible'));
		expect(screen.queryByText('See why')).toBeNull();
	});

	test('is not ordered: the button leads to the reason, until the plan is possible again', async () => {
		const starts = recordStarts();
		await planTooMany();
		await pick('radio', 'Built-in forge (free, no key)');
		await openSection('Batch');
		await submit();
		await waitFor(() => expect(screen.getByText(sentence)).toHaveFocus());
		expect(screen.getByRole('button', { name: 'Generate ADX Characters' })).toBeEnabled();
		// What is known of the plan before is not held against the one that the form holds now.
		await userEvent.clear(screen.getByLabelText('Count of Elf'));
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
	});

	test.each([
		['by its reason', () => new Refusal(422, sentence, {}, 'plan_impossible')],
		['by its counts', () => new Refusal(400, sentence, { 'counts.race.elf': sentence })],
	])('and that the server refuses %s leads to the plan', async (_how, answer) => {
		recordStarts(answer);
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await screen.findByText('Generation Failed');
		await waitFor(() => expect(line('Plan')).toHaveAttribute('aria-current', 'step'));
		expect(heading('Plan')).toHaveFocus();
	});
});

describe('what was opened', () => {
	test('in the plan is as it was after another section: tab, rule and view of a table', async () => {
		const starts = recordStarts();
		await fillForm();
		await openSection('Plan');
		await screen.findByText(/, 1 planned/);
		await userEvent.click(screen.getByRole('tab', { name: 'Rules' }));
		await userEvent.selectOptions(screen.getByLabelText('Other trait'), 'Magical Stone');
		await openSection('Races');
		expect(document.getElementById('create-plan')).toHaveClass('hidden');
		await openSection('Plan');
		expect(screen.getByLabelText('Other trait')).toHaveDisplayValue('Magical Stone');
		await userEvent.click(screen.getByRole('tab', { name: 'Traits' }));
		await userEvent.click(await screen.findByRole('radio', { name: 'Weights' }));
		await openSection('Races');
		await openSection('Plan');
		expect(screen.getByRole('radio', { name: 'Weights' })).toBeChecked();
		await userEvent.click(screen.getByRole('tab', { name: 'Rules' }));
		expect(screen.getByLabelText('Other trait')).toHaveDisplayValue('Magical Stone');
		await press('Add rule');
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(starts).toHaveLength(1));
		expect(starts[0]?.input).toMatchObject({ rules: [{ right: { trait: 'magicalStone' } }] });
	});

	test('of the sections is open again after a visit of another page', async () => {
		await openForm();
		await openSection('Background');
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		await screen.findByRole('heading', { level: 1, name: 'Coming Soon' });
		await userEvent.click(screen.getByRole('link', { name: 'Create' }));
		await screen.findByRole('form', { name: 'Create characters' });
		await waitFor(() => expect(line('Background')).toHaveAttribute('aria-current', 'step'));
	});
});

describe('the parts of the page', () => {
	test('leave the key of the preview alone while the studio is not on show', async () => {
		await openForm();
		await openTab('Latest');
		await screen.findByRole('region', { name: 'Latest characters' });
		const pressed: boolean[] = [];
		const listen = (event: KeyboardEvent) => pressed.push(event.defaultPrevented);
		window.addEventListener('keydown', listen);
		await userEvent.keyboard('r');
		window.removeEventListener('keydown', listen);
		expect(pressed).toEqual([false]);
		expect(document.querySelector('[data-roll]')).toHaveAttribute('data-roll', '1');
	});

	test('are steps in the history: Back leads to the one before', async () => {
		await openForm();
		await openTab('Latest');
		await screen.findByRole('region', { name: 'Latest characters' });
		await openTab('Results');
		await screen.findByRole('region', { name: 'Generation status' });
		window.history.back();
		expect(await screen.findByRole('region', { name: 'Latest characters' })).toBeVisible();
		window.history.back();
		await waitFor(() => expect(screen.getByRole('link', { name: 'Studio' })).toHaveAttribute('aria-current', 'page'));
	});

	test('fail by themselves, minting with a sentence of its own', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		signIn('developer');
		api.use(
			procedure('generation', 'list', () => [createJob(1)]),
			procedure('generation', 'get', () => createJob(1)),
			procedure('generation', 'listImages', () => [null] as never),
			procedure('mint', 'chains', () => [null] as never),
		);
		await openForm();
		await openTab('Results');
		expect(await screen.findByText(/^This part of the page could not be shown/)).toBeVisible();
		await openTab('Mint');
		expect(await screen.findByText(/^Minting could not be shown\. Generating is not affected\./)).toBeVisible();
		api.use(procedure('generation', 'listImages', () => []));
		await openTab('Latest');
		expect(screen.queryByText(/could not be shown/)).toBeNull();
	});
});
