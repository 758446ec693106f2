import { hasExtension } from '#model'
import { t } from '#web/i18n/index.ts'

/** Checks a file before the upload. The size limit is the school's setting and is checked by the server. */
export function fileFault(file: { name: string; size: number }, types: readonly string[] = ['xlsx']): string | undefined {
  if (!hasExtension(file.name, types)) return t('只能导入 {{types}} 文件，这是 {{name}}', { types: types.map(type => `.${type}`).join(' '), name: file.name })
  return file.size ? undefined : t('这个文件是空的：{{name}}', { name: file.name })
}
