/** SQL: the names of all donors, for lists of other contexts that name donors: `left join (${donorNamesSql}) d on …`. */
export const donorNamesSql = 'select organization_id, id, name from donor';
