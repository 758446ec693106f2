export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Headers of a file that is made for this answer. The customer's client takes the name out of them as Base64 of its UTF-8 bytes, and reads how many rows there were. */
export const downloadHeaders = (name: string, rows?: number): Record<string, string> => ({
  'content-disposition': `attachment;filename=${Buffer.from(name).toString('base64')}`,
  'access-control-expose-headers': 'Content-Disposition, X-Export-Rows',
  'cache-control': 'no-store',
  ...(rows === undefined ? {} : { 'x-export-rows': String(rows) }),
})
