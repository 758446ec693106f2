import { Button } from 'antd'
import { t } from '#web/i18n/index.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import type { Case } from './types.ts'

interface ChangesSheetProps {
  c: Case
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
}
/** Whether the case is a resubmission, of which only the changes need reading. */
export const isAgain = (c: Case): boolean => c.mine !== null && c.logs.some(log => log.action === 'resubmit')

/** 10-W11: a resubmission shows the changes and the reason of the return; the full form is one click away. */
export function ChangesSheet({ c, isWhole, onWhole }: ChangesSheetProps) {
  const changed = c.form.filter(field => field.was !== null)
  const returned = c.logs.findLast(log => log.action === 'return')
  return (
    <section className="ql-sheet case-sheet case-again" aria-label={t('这次的改动')}>
      <h2>
        {changed.length ? t('这次改了 {{n}} 处', { n: changed.length }) : t('重新提交，内容没有改动')}
        <Button type="link" size="small" aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
          {isWhole ? t('只看改动') : t('看完整申请')}
        </Button>
      </h2>
      {returned ? (
        <blockquote>
          <b className="case-by">{t('{{name}} {{time}} 退回', { name: returned.actorName ?? '', time: formatDatetime(returned.at) })}</b>
          {returned.opinion ?? t('没有写意见')}
        </blockquote>
      ) : null}
      {changed.length ? (
        <table className="ql-plain">
          <thead>
            <tr>
              <th scope="col">{t('项目')}</th>
              <th scope="col">{t('原来')}</th>
              <th scope="col">{t('现在')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map(field => (
              <tr key={field.name}>
                <th scope="row">{field.label}</th>
                <td className="ql-quiet">
                  <del>{field.was || MISSING}</del>
                </td>
                <td>
                  <ins>{field.text || MISSING}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}
