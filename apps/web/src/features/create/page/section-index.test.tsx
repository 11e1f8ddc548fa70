import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { getSections } from '../form/form-sections.ts';
import { fillForm, openForm, openSection, pick, recordStarts, signIn, submit } from '../form/form-testing.ts';

usePage();
beforeEach(() => signIn('creator'));

const index = () => within(screen.getByRole('navigation', { name: 'Sections of the form' }));
const line = (label: string) => index().getByRole('button', { name: new RegExp(`^${label}`) });
const openSections = () =>
	Array.from(document.querySelectorAll('[data-form-section]:not(.hidden)')).map((section) =>
		section.getAttribute('data-form-section'),
	);

describe('the index of the form', () => {
	test('has a line for every section, of which one is open at a time, beginning with the races', async () => {
		await openForm();
		expect(index().getAllByRole('button')).toHaveLength(getSections('forge').length);
		expect(openSections()).toEqual(['races']);
		expect(line('Races')).toHaveAttribute('aria-current', 'step');
		await openSection('Art style');
		expect(openSections()).toEqual(['style']);
		expect(line('Races')).not.toHaveAttribute('aria-current');
		await openSection('Plan');
		expect(openSections()).toEqual([]);
		expect(document.getElementById('create-plan')).not.toHaveClass('hidden');
	});

	test('tells what was chosen, as it is chosen', async () => {
		await fillForm();
		await pick('checkbox', 'Orc');
		await pick('radio', 'Built-in forge (free, no key)');
		await pick('radio', '5 ADX');
		expect(line('Races')).toHaveTextContent('Elf, Orc');
		expect(line('Classes')).toHaveTextContent('Wizard');
		expect(line('Art style')).toHaveTextContent('Bold Classic');
		expect(line('Background')).toHaveTextContent('Forest Glade');
		expect(line('Engine and key')).toHaveTextContent('Built-in forge, free');
		expect(line('Batch and name')).toHaveTextContent('5 images');
	});

	test('tells it in narrow windows too, shortened', async () => {
		await openForm();
		for (const race of ['Elf', 'Dwarf', 'Orc']) await pick('checkbox', race);
		const text = within(line('Races')).getByText(/and 1 more$/);
		expect(text).toHaveClass('max-lg:truncate');
		expect(text).not.toHaveClass('max-lg:sr-only');
	});

	test('says what is wrong in each section, and opens the first of them with its field in focus', async () => {
		const starts = recordStarts();
		await openForm();
		await openSection('Afflictions');
		await pick('checkbox', 'Elf');
		await pick('radio', 'Built-in forge (free, no key)');
		await submit();
		await waitFor(() => expect(openSections()).toEqual(['classes']));
		await waitFor(() =>
			expect(screen.getByRole('checkbox', { name: 'Wizard' }).parentElement).toContainElement(
				document.activeElement as HTMLElement,
			),
		);
		expect(line('Classes')).toHaveTextContent('Select at least one class');
		expect(line('Art style')).toHaveTextContent('Select an art style');
		expect(line('Races')).toHaveTextContent('Elf');
		expect(starts).toEqual([]);
	});

	test('what was wrong with a key is not a concern of the forge', async () => {
		recordStarts();
		await fillForm();
		await submit();
		await waitFor(() => expect(line('Engine and key')).toHaveTextContent('API key is required'));
		await pick('radio', 'Built-in forge (free, no key)');
		expect(line('Engine and key')).toHaveTextContent('Built-in forge, free');
	});

	test('each section leads to the next, the last one nowhere', async () => {
		await openForm();
		await openSection('Engine');
		for (const { id, label } of getSections('forge').slice(1)) {
			await userEvent.click(screen.getByRole('button', { name: `Next: ${label}` }));
			expect(line(label)).toHaveAttribute('aria-current', 'step');
			if (id !== 'plan') expect(openSections()).toEqual([id]);
		}
		expect(screen.queryByRole('button', { name: /^Next:/ })).toBeNull();
	});

	test('is at its place at once, and moves only from step to step', async () => {
		const scrolls: (ScrollBehavior | undefined)[] = [];
		const before = Element.prototype.scrollTo;
		Element.prototype.scrollTo = (options?: unknown) => {
			scrolls.push((options as ScrollToOptions).behavior);
		};
		await openForm();
		await openSection('Plan');
		Element.prototype.scrollTo = before;
		expect([scrolls[0], scrolls.at(-1)]).toEqual(['instant', 'auto']);
		expect(line('Plan').closest('ul')).toHaveClass('motion-safe:scroll-smooth');
	});
});
