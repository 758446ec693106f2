import { Button, DatePicker, Input, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { ManyRefs } from '#modules/system/web/CustomScopeInput.tsx'
import { EditedRows } from '#web/forms/EditedRows.tsx'
import type { DrawnInput } from '#web/forms/layout.ts'
import { t } from '#web/i18n/index.ts'
import { fromDatetime, toDatetime } from '#web/inputs/time.ts'
import { Stack } from '#web/layout/Layout.tsx'
import type { Wave, WaveGroup } from '../model/waves.ts'
import style from './claim.module.css'

/** Waves of a round; without any the whole round is open. */
export function WavesInput({ id, value, onChange, values, disabled, describedBy }: DrawnInput) {
  const waves = (value as readonly Wave[] | null) ?? []
  const add = () => {
    const last = waves.at(-1)
    const opensAt = last?.closesAt ?? String(values.beginTime ?? '')
    onChange([...waves, { name: t('第 {{n}} 批', { n: waves.length + 1 }), opensAt, closesAt: String(values.endTime ?? ''), group: {} }])
  }
  return (
    <Stack gap={2} id={id} aria-describedby={describedBy}>
      <EditedRows rows={waves} onChange={onChange}>
        {(wave, { put, drop }) => (
          <div className={style.row}>
            <Input value={wave.name} maxLength={40} disabled={disabled} aria-label={t('批次名称')} onChange={e => put({ ...wave, name: e.target.value })} />
            <Moment label={t('开始')} value={wave.opensAt} disabled={disabled} onChange={opensAt => put({ ...wave, opensAt })} />
            <Moment label={t('结束')} value={wave.closesAt} disabled={disabled} onChange={closesAt => put({ ...wave, closesAt })} />
            <Group value={wave.group} disabled={disabled} onChange={group => put({ ...wave, group })} />
            <Button icon={<Trash2 size={15} />} disabled={disabled} onClick={drop}>
              {t('去掉这批')}
            </Button>
          </div>
        )}
      </EditedRows>
      <Button icon={<Plus size={15} />} disabled={disabled} onClick={add}>
        {t('加一批')}
      </Button>
    </Stack>
  )
}
const Moment = ({ label, value, disabled, onChange }: { label: string; value: string; disabled: boolean; onChange: (next: string) => void }) => (
  <DatePicker
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    placeholder={label}
    aria-label={label}
    value={fromDatetime(value)}
    disabled={disabled}
    onChange={at => onChange(toDatetime(at) ?? '')}
  />
)
function Group({ value, disabled, onChange }: { value: WaveGroup; disabled: boolean; onChange: (next: WaveGroup) => void }) {
  const given = (more: WaveGroup): WaveGroup => Object.fromEntries(Object.entries({ ...value, ...more }).filter(([, v]) => v !== undefined && (!Array.isArray(v) || v.length)))
  return (
    <>
      <ManyRefs to="department" label={t('学院')} disabled={disabled} value={value.departmentIds ?? []} onChange={departmentIds => onChange(given({ departmentIds }))} />
      <ManyRefs to="stuClass" label={t('班级')} disabled={disabled} value={value.classIds ?? []} onChange={classIds => onChange(given({ classIds }))} />
      <Select
        aria-label={t('性别')}
        disabled={disabled}
        value={value.genderCode ?? ''}
        options={[
          { value: '', label: t('男生和女生') },
          { value: '1', label: t('只有男生') },
          { value: '2', label: t('只有女生') },
        ]}
        onChange={code => onChange(given({ genderCode: code || undefined } as WaveGroup))}
      />
    </>
  )
}
