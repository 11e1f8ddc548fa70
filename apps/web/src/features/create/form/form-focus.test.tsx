import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../../test/api.ts';
import { usePage } from '../../../test/setup.tsx';
import { fillForm, group, openForm, pick, signIn } from './form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));

describe('the focus stays near what was pressed', () => {
	test('Clear keeps it, and does nothing more', async () => {
		await openForm();
		await pick('checkbox', 'Elf');
		await press('Clear races');
		expect(button('Clear races')).toHaveFocus();
		expect(button('Clear races')).toHaveAttribute('aria-disabled', 'true');
	});

	test('a chip that is removed hands it to the next one, and the last one to the buttons above', async () => {
		await openForm();
		for (const race of ['Elf', 'Orc', 'Dwarf']) await pick('checkbox', race);
		const chips = () =>
			within(screen.getByRole('list', { name: 'Selected races' }))
				.getAllByRole('button')
				.map(({ textContent }) => textContent);
		const [first, second, third] = chips();
		await press(`Remove ${second}`);
		expect(button(`Remove ${third}`)).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		expect(button(`Remove ${first}`)).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		expect(button('Select page of races')).toHaveFocus();
	});

	test('Reset form hands it to Undo reset and takes it back', async () => {
		await fillForm();
		await press('Reset form');
		expect(button('Undo reset')).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		expect(button('Reset form')).toHaveFocus();
	});

	test('Generate without layers hands it to their section, from another one and from its own', async () => {
		await openForm();
		await pick('radio', 'Your own layers (free, no key)');
		for (let presses = 0; presses < 2; presses++) {
			await press('Generate ADX Characters');
			await waitFor(() => expect(screen.getByRole('heading', { name: 'Layers' })).toHaveFocus());
		}
	});

	test('the line under Generate has it while the order is under way, and Generate again once that failed', async () => {
		let fail = () => {};
		const held = new Promise<void>((resolve) => {
			fail = resolve;
		});
		api.use(
			http.all('*/trpc/generation.start', async () => {
				await held;
				return HttpResponse.error();
			}),
		);
		await fillForm();
		await pick('radio', 'Built-in forge (free, no key)');
		const generate = button('Generate ADX Characters');
		await userEvent.click(generate);
		await waitFor(() => expect(generate).toHaveTextContent('Generating...'));
		expect(screen.getByText('1 race × 1 class → 1 image, free with the forge').parentElement).toHaveFocus();
		fail();
		expect(await screen.findByText('Generation Failed')).toBeVisible();
		await waitFor(() => expect(generate).toHaveFocus());
	});
});

test('Reset form shows the lists from the beginning, without what was searched', async () => {
	await openForm();
	await press('Next page of races');
	await userEvent.type(screen.getByLabelText('Search classes'), 'mage');
	await pick('radio', 'Forest Glade');
	await press('Reset form');
	expect(group('Races').getByRole('checkbox', { name: 'Elf' })).toBeVisible();
	expect(screen.getByLabelText('Search classes')).toHaveValue('');
});

test('nothing is offered to select where nothing matches', async () => {
	await openForm();
	await userEvent.type(screen.getByLabelText('Search races'), 'qqqq');
	expect(button('Select all races')).toHaveAttribute('aria-disabled', 'true');
	expect(button('Select page of races')).toHaveAttribute('aria-disabled', 'true');
});
