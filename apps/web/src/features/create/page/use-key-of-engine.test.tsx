import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { usePage } from '../../../test/setup.tsx';
import { storeValidKey } from '../../jobs/actions/engine-key.ts';
import { createEmptyForm, type FormInput, type FormOutput } from '../form/form-schema.ts';
import { useKeyOfEngine } from './use-key-of-engine.ts';

usePage();

const [refused, better] = ['AIza-refused-0123456789', 'AIza-better-0123456789'];

function openForm(values: Partial<FormInput>) {
	const { result } = renderHook(() => {
		const form = useForm<FormInput, unknown, FormOutput>({ defaultValues: { ...createEmptyForm, ...values } });
		useKeyOfEngine(form);
		return form;
	});
	return result.current;
}

test('a key that a job was resumed with takes the place of the one that was refused', () => {
	const form = openForm({ engine: 'gemini', geminiApiKey: refused });
	act(() => storeValidKey('gemini', better));
	expect(form.getValues('geminiApiKey')).toBe(better);
});

test('one for another engine waits until that is chosen', () => {
	const form = openForm({ engine: 'sdwebui', apiKey: 'mage:weak' });
	act(() => form.setValue('apiKey', 'mage:weak'));
	act(() => storeValidKey('openai', 'sk-better-0123456789'));
	expect(form.getValues('apiKey')).toBe('mage:weak');
	act(() => form.setValue('engine', 'openai'));
	expect(form.getValues('apiKey')).toBe('sk-better-0123456789');
});
