import '@testing-library/jest-dom/vitest';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NumberField } from './number-field.tsx';

const onWrongText = vi.fn();
afterEach(() => onWrongText.mockClear());
const plain = { label: 'Weight', placeholder: '1', wrongText: null, onWrongText };

function renderCell(step: number | 'any') {
	const onValue = vi.fn();
	render(<NumberField {...plain} step={step} value={null} onValue={onValue} />);
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

test('tells of what is not allowed once, and that it is gone', () => {
	const { onValue, type } = renderCell(1);
	type('-1');
	type('4');
	type('');
	expect(onWrongText.mock.calls).toEqual([['-1'], [null]]);
	expect(onValue.mock.calls).toEqual([[4], [null]]);
});

test('shows what its owner kept of it, until a number is set or it is taken back', () => {
	const field = (value: number | null, wrongText: string | null) => (
		<NumberField {...plain} step={1} value={value} onValue={() => {}} wrongText={wrongText} />
	);
	const { rerender } = render(field(null, '-1'));
	const cell = screen.getByRole('spinbutton');
	expect(cell).toHaveValue(-1);
	expect(cell).toHaveAccessibleDescription('Whole number from 0 to 1,000,000');
	rerender(field(3, '-1'));
	expect(cell).toHaveValue(3);
	expect(cell).toBeValid();
	fireEvent.change(cell, { target: { value: '4' } });
	expect(onWrongText.mock.calls).toEqual([[null]]);
	rerender(field(null, '-1'));
	expect(cell).toHaveValue(-1);
	rerender(field(null, null));
	expect(cell).toHaveDisplayValue('');
	expect(cell).toBeValid();
});
