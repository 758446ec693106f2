/** What other modules may call. */
export { type DataRow, type Dataset, dataset } from './datasets.ts'
export { type Choices, type Failing, failingRows, makeFile, usable } from './make.ts'
export { type Returned, readReturn } from './read-return.ts'
