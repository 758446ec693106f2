import { Button } from 'antd'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { classes } from '#web/layout/classes.ts'
import { formatDatetime, MISSING } from '#web/values/format.ts'
import style from './case.module.css'
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
    <Sheet label={t('这次的改动')} className={classes(style.sheet, style.again)}>
      <h2>
        {changed.length ? t('这次改了 {{n}} 处', { n: changed.length }) : t('重新提交，内容没有改动')}
        <Button type="link" size="small" aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
          {isWhole ? t('只看改动') : t('看完整申请')}
        </Button>
      </h2>
      {returned ? (
        <blockquote>
          <b className={style.by}>{t('{{name}} {{time}} 退回', { name: returned.actorName ?? '', time: formatDatetime(returned.at) })}</b>
          {returned.opinion ?? t('没有写意见')}
        </blockquote>
      ) : null}
      {changed.length ? (
        <PlainTable
          label={t('项目')}
          rows={changed}
          keyOf={field => field.name}
          columns={[
            [t('项目'), field => field.label, { isHead: true }],
            [
              t('原来'),
              field => (
                <span className="ql-quiet">
                  <del>{field.was || MISSING}</del>
                </span>
              ),
            ],
            [t('现在'), field => <ins>{field.text || MISSING}</ins>],
          ]}
        />
      ) : null}
    </Sheet>
  )
}
