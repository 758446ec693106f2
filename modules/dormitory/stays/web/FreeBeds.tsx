import { Select } from 'antd'
import { useState } from 'react'
import type { InputOf } from '#model'
import { t } from '#web/i18n/index.ts'
import { useRead } from '#web/records/useRead.ts'
import { freeBeds } from '../model/actions.ts'

interface Props {
  id: string
  value: string
  onChange: (id: string | null) => void
  /** Undefined without a building. */
  of: InputOf<typeof freeBeds> | undefined
}
/** Beds of a building available to this student in that time, filtered by room number. */
export function FreeBeds({ id, value, onChange, of }: Props) {
  const [typed, setTyped] = useState('')
  const isReady = Boolean(of?.plannedIn)
  const { data, isFetching } = useRead(freeBeds, { ...(of ?? { dormId: '', plannedIn: '' }), roomNo: typed.trim() || null }, { enabled: isReady, keeps: true })
  return (
    <Select
      id={id}
      className="ql-wide"
      value={value || null}
      placeholder={isReady ? t('输入房间号筛选') : t('先选择楼栋')}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      notFoundContent={isReady ? t('没有空床位') : t('先选择楼栋')}
      options={(data ?? []).map(b => ({ value: b?.id, label: b?.fullName }))}
      onChange={next => onChange(next ?? null)}
    />
  )
}
