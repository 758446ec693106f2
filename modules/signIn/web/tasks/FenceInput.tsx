import { Button, Select } from 'antd'
import { FlaskConical, Plus, Trash2 } from 'lucide-react'
import { type Fence, SYSTEMS, type System } from '#model/geo.ts'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { formatNumber } from '#web/values/format.ts'
import { tryFences } from '../../model/actions.ts'
import { EMPTY_CIRCLE, EMPTY_POLYGON, FenceFields } from '../public/FenceFields.tsx'
import style from '../sign.module.css'

const isFences = (value: unknown): value is Fence[] => Array.isArray(value)
export const fenceInput = ({ value, onChange, disabled, describedBy }: DrawnInput) => (
  <Fences fences={isFences(value) ? value : []} onChange={onChange} disabled={disabled} describedBy={describedBy} />
)
interface Props {
  fences: readonly Fence[]
  onChange: (next: Fence[]) => void
  disabled: boolean
  describedBy: string | undefined
}
/** Fences: circles or polygons. The publisher can use their current position. */
function Fences({ fences, onChange, disabled, describedBy }: Props) {
  return (
    <div className={style.fences} aria-describedby={describedBy}>
      <EditedRows rows={fences} onChange={onChange}>
        {(fence, { at, put, drop }) => (
          <fieldset disabled={disabled}>
            <legend>{t('范围 {{n}}', { n: at + 1 })}</legend>
            <FenceFields fence={fence} near={fences.flatMap(f => (f.kind === 'circle' && f.latitude ? [f] : []))[0]} onChange={put} />
            <Select
              aria-label={t('坐标系')}
              value={fence.system}
              options={Object.entries(SYSTEMS).map(([value, label]) => ({ value: value as System, label }))}
              onChange={system => put({ ...fence, system })}
            />
            <Button icon={<Trash2 size={15} />} onClick={drop} aria-label={t('去掉范围 {{n}}', { n: at + 1 })} />
          </fieldset>
        )}
      </EditedRows>
      <Row className={style.tools}>
        <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...fences, EMPTY_CIRCLE])}>
          {t('加圆形')}
        </Button>
        <Button icon={<Plus size={15} />} disabled={disabled} onClick={() => onChange([...fences, EMPTY_POLYGON])}>
          {t('加多边形')}
        </Button>
        {fences.length ? <Trial fences={fences} /> : null}
      </Row>
    </div>
  )
}
/** Effect of the fences on last week's positions. */
function Trial({ fences }: { fences: readonly Fence[] }) {
  const act = useAct(tryFences, { done: false })
  const { data, error } = act
  return (
    <>
      <Button icon={<FlaskConical size={15} />} loading={act.isPending} onClick={() => act.mutate({ fences: [...fences] })}>
        {t('用上周的签到试算')}
      </Button>
      {error ? (
        <p className="ql-problem" role="alert">
          {error.message}
        </p>
      ) : null}
      {data && !error ? (
        <p role="status">
          {data.total
            ? t('上周 {{total}} 次定位签到里，这个范围会拒绝 {{refused}} 次，涉及 {{students}} 名学生。', {
                total: formatNumber(data.total),
                refused: formatNumber(data.refused),
                students: formatNumber(data.students),
              })
            : t('上周没有定位签到，没有可以试算的。')}
        </p>
      ) : null}
    </>
  )
}
