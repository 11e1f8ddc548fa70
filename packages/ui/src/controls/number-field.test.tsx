import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NumberField } from './number-field.tsx';

function renderCell(step: number | 'any') {
	const onValue = vi.fn();
	render(<NumberField label="Weight" placeholder="1" step={step} value={null} onValue={onValue} />);
	const cell = screen.getByRole('spinbutton', { name: 'Weight' });
	return { onValue, cell, type: (value: string) => fireEvent.change(cell, { target: { value } }) };
}

test.each(['-5', '2.5', '1000001'])('%s is told nobody where whole numbers are meant, and says what can be', (text) => {
	const { onValue, cell, type } = renderCell(1);
	type(text);
	expect(onValue).not.toHaveBeenCalled();
	expect(cell).toBeInvalid();
	expect(cell).toHaveAccessibleDescription('Whole number from 0 to 1,000,000');
	type('5');
	expect(onValue).toHaveBeenCalledExactlyOnceWith(5);
	expect(cell).toBeValid();
	expect(cell).not.toHaveAccessibleDescription();
});

test('parts of a number are taken where any is meant, negative ones are not', () => {
	const { onValue, cell, type } = renderCell('any');
	type('2.5');
	expect(onValue).toHaveBeenCalledExactlyOnceWith(2.5);
	expect(cell).toBeValid();
	type('-2.5');
	expect(cell).toHaveAccessibleDescription('Number from 0 to 1,000,000');
	// What stood there before does not count any more.
	expect(onValue).toHaveBeenLastCalledWith(null);
	type('');
	expect(onValue).toHaveBeenLastCalledWith(null);
	expect(cell).toBeValid();
});

test('tells of what is not allowed, and that it is gone: corrected, set from elsewhere, or with the field', () => {
	const onWrong = vi.fn();
	const field = (value: number | null) => (
		<NumberField label="Weight" placeholder="1" step={1} value={value} onValue={() => {}} onWrong={onWrong} />
	);
	const { rerender, unmount } = render(field(null));
	const type = (value: string) => fireEvent.change(screen.getByRole('spinbutton'), { target: { value } });
	type('-1');
	expect(onWrong.mock.calls).toEqual([[true]]);
	rerender(field(3));
	expect(screen.getByRole('spinbutton')).toHaveValue(3);
	expect(onWrong.mock.calls).toEqual([[true], [false]]);
	type('-2');
	type('4');
	expect(onWrong.mock.calls).toEqual([[true], [false], [true], [false]]);
	type('-3');
	unmount();
	expect(onWrong.mock.calls.slice(4)).toEqual([[true], [false]]);
});
