-- Wrong numbers of member cards count beside wrong codes.
ALTER TYPE coupon_try_subject ADD VALUE 'CARD';
