import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Testing Library registers this by itself only in the first of the test files that share a process; a dialog that one of
// them leaves on the page takes keys and focus from the others.
afterEach(cleanup);
