import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createToken, serveCollection } from '../collection-server-testing.ts';
import { TokenDetails } from './token-details.tsx';

test('a long value has a line of its own on a phone, and its share stays beside the trait', () => {
	const long = 'Ice'.repeat(30);
	const token = createToken(1, {
		attributes: [
			{ trait_type: 'Race', value: long },
			{ trait_type: 'Class', value: 'Wizard' },
		],
	});
	const { collection } = serveCollection([token]);
	render(<TokenDetails collection={collection} token={token} isProvisional={false} />);
	expect(screen.getByText(long)).toHaveClass('max-sm:col-span-3', 'max-sm:row-start-2');
	expect(screen.getByText('Wizard')).not.toHaveClass('max-sm:col-span-3');
});
