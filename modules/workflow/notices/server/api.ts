/** What other parts of the module may call. */
export { type NoticeLineOf, noticeKind } from './kinds.ts'
export { clearedAmong, clearedOf, mustBeCleared } from './lines.ts'
export { type NoticeOf, publishNotice } from './publish.ts'
export { withdrawNotice } from './withdraw-notice.ts'
