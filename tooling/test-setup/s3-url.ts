import { inject } from 'vitest';

process.env.TEST_S3_URL = inject('s3Url') ?? '';
