/** The least that a saved view holds. */
export const VIEW = '{search:"",filters:{},sort:"-created",columns:["name"],widths:{},density:"compact",size:50}';
