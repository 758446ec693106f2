import { MERGED } from '#model/small-groups.ts'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { useOwnParams } from '#web/records/useOwnParams.ts'
import { type Answer, valueText } from '../labels.ts'

/** Where it is how much; a college leads to its grades, a grade to its classes. */
export function Groups({ of }: { of: Answer }) {
  const [params, , put] = useOwnParams()
  const next = of.by !== 'place' ? undefined : params.get('departmentId') ? (params.get('grade') ? undefined : 'grade') : 'departmentId'
  return (
    <Sheet title={t('按{{group}}', { group: of.groupedBy })}>
      <PlainTable
        label={t('按{{group}}', { group: of.groupedBy })}
        rows={of.groups}
        keyOf={g => g.key}
        isLong
        isCardsOnPhone
        empty={t('没有可以分组的数据')}
        columns={[
          [
            of.groupedBy,
            g =>
              next && g.key !== MERGED ? (
                <button type="button" className="ql-link" onClick={() => put({ [next]: g.key })}>
                  {g.label}
                </button>
              ) : (
                g.label
              ),
            { isHead: true },
          ],
          ...of.figures.flatMap((f, i) => (f ? [[f.label, (g: NonNullable<Answer['groups'][number]>) => valueText(f, g.values[i]), { isNumber: true }] as const] : [])),
        ]}
      />
    </Sheet>
  )
}
