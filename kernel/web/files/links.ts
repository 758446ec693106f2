import { apiPath } from '#web/http/index.ts'

/** Download address of a file; authenticated by the session cookie. */
export const fileLink = (fileId: string): string => `${apiPath('oss/oss/endpoint/download-file')}?fileId=${encodeURIComponent(fileId)}`
/** Address of a thumbnail: 200 or 800 pixels. */
export const pictureLink = (fileId: string, size: 200 | 800): string => `${apiPath('oss/oss/endpoint/link-file')}?fileId=${encodeURIComponent(fileId)}&size=${size}`
/** The same of a public picture, for readers without an account. */
export const publicPicture = (fileId: string, size: 200 | 800): string => `${apiPath('oss/openApi/public/link-file')}?fileId=${encodeURIComponent(fileId)}&size=${size}`
