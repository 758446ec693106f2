import { apiPath } from '#web/http/index.ts'

/** Address under which the browser itself downloads a file; the session's cookie opens it. */
export const fileLink = (fileId: string): string => `${apiPath('oss/oss/endpoint/download-file')}?fileId=${encodeURIComponent(fileId)}`
/** Address of a picture, small: 200 or 800 points. */
export const pictureLink = (fileId: string, size: 200 | 800): string => `${apiPath('oss/oss/endpoint/link-file')}?fileId=${encodeURIComponent(fileId)}&size=${size}`
