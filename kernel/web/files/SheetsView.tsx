import { Tabs } from 'antd'
import { t } from '#web/i18n/index.ts'
import style from './files.module.css'

export interface SheetView {
  name: string
  rows: ReadonlyArray<readonly string[]>
  isCut: boolean
}
/** First rows of a workbook as plain tables. */
export function SheetsView({ of }: { of: readonly SheetView[] }) {
  if (!of.length) return <p className="ql-quiet">{t('这个工作簿里没有可见的工作表')}</p>
  return <Tabs items={of.map((sheet, at) => ({ key: String(at), label: sheet.name, children: <Sheet of={sheet} /> }))} />
}
function Sheet({ of: { rows, isCut } }: { of: SheetView }) {
  const width = Math.max(0, ...rows.map(r => r.length))
  return (
    <>
      {isCut ? <p className="ql-help">{t('只显示前 {{rows}} 行、前 30 列，完整内容请下载', { rows: rows.length })}</p> : null}
      {rows.length ? null : <p className="ql-quiet">{t('这个工作表是空的')}</p>}
      <div className={style.sheet}>
        <table className="ql-plain">
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are never reordered
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                {Array.from({ length: width }, (_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor are its columns
                  <td key={column}>{cells[column] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
