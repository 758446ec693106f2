import { randomUUID } from 'node:crypto'
import type { SampleRows } from '#testing/samples.ts'

export default {
  attachment: n => ({ objectKey: `x/${n}`, sha256: randomUUID(), type: 'application/pdf', size: 10, ext: 'pdf' }),
  bucket: n => ({ name: `bucket-${n}`, endpoint: 'https://s3.example.com', vendor: 's3', isDefault: false }),
  fileMove: n => ({ fromBucket: `a${n}`, toBucket: `b${n}`, state: 'done' }),
  fileDoc: () => ({ audience: { all: true }, file: [randomUUID()], editions: [] }),
} satisfies SampleRows
