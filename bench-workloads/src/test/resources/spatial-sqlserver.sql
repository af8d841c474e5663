-- areas
create table rowmark_areas_indexed (id bigint not null primary key, district integer not null, shape geometry not null);
insert into rowmark_areas_indexed (id, district, shape) select id, district, geometry::STGeomFromWKB(wkb, 0) from rowmark_areas_wkb order by id;
create spatial index rowmark_areas_indexed_x on rowmark_areas_indexed (shape) using geometry_auto_grid with (bounding_box = (0, 0, 49152, 49152));
-- zones
create table rowmark_zones_indexed (id bigint not null primary key, district integer not null, shape geometry not null);
insert into rowmark_zones_indexed (id, district, shape) select id, district, geometry::STGeomFromWKB(wkb, 0) from rowmark_zones_wkb order by id;
create spatial index rowmark_zones_indexed_x on rowmark_zones_indexed (shape) using geometry_auto_grid with (bounding_box = (0, 0, 49152, 49152));
-- roads
create table rowmark_roads_indexed (id bigint not null primary key, district integer not null, shape geometry not null);
insert into rowmark_roads_indexed (id, district, shape) select id, district, geometry::STGeomFromWKB(wkb, 0) from rowmark_roads_wkb order by id;
create spatial index rowmark_roads_indexed_x on rowmark_roads_indexed (shape) using geometry_auto_grid with (bounding_box = (0, 0, 49152, 49152));
-- places
create table rowmark_places_indexed (id bigint not null primary key, district integer not null, shape geometry not null);
insert into rowmark_places_indexed (id, district, shape) select id, district, geometry::STGeomFromWKB(wkb, 0) from rowmark_places_wkb order by id;
create spatial index rowmark_places_indexed_x on rowmark_places_indexed (shape) using geometry_auto_grid with (bounding_box = (0, 0, 49152, 49152));
-- 01-area
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, o.shape.STArea() as v from rowmark_areas_indexed o) o;
-- 02-perimeter
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, o.shape.STLength() as v from rowmark_areas_indexed o) o;
-- 03-length
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, o.shape.STLength() as v from rowmark_roads_indexed o) o;
-- 04-point-in-polygon
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select a.id as k1, p.id as k2, a.district as v
from rowmark_areas_indexed a join rowmark_places_indexed p on a.shape.STContains(p.shape) = 1) o;
-- 05-touch
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select a.id as k1, b.id as k2, 1 as v
from rowmark_areas_indexed a join rowmark_areas_indexed b on a.shape.STTouches(b.shape) = 1
where a.id < b.id) o;
-- 06-clip
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select a.id as k1, o.id as k2, o.shape.STIntersection(a.shape).STLength() as v
from rowmark_roads_indexed o join rowmark_areas_indexed a on o.shape.STIntersects(a.shape) = 1) o;
-- 07-buffer
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, o.shape.STBuffer(64).STArea() as v from rowmark_roads_indexed o) o;
-- 08-within-distance
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select p.id as k1, r.id as k2, 1 as v
from rowmark_places_indexed p join rowmark_roads_indexed r on p.shape.STDistance(r.shape) <= 256
where r.id <= 4) o;
-- 09-nearest, the first of 10
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select top (5) p.id as k1, 0 as k2, p.shape.STDistance(geometry::Point(29941.00, 22812.00, 0)) as v from rowmark_places_indexed p order by p.shape.STDistance(geometry::Point(29941.00, 22812.00, 0))) o;
-- 10-union
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select g.district as k1, 0 as k2, g.shape.STLength() as v
from (select district, geometry::UnionAggregate(shape) as shape from rowmark_areas_indexed group by district) g) o;
-- 11-convex-hull
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, o.shape.STConvexHull().STArea() as v from rowmark_areas_indexed o) o;
-- 12-centroid
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, o.shape.STCentroid().STX + 2 * o.shape.STCentroid().STY as v from rowmark_areas_indexed o) o;
-- 13-overlay
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select a.id as k1, o.id as k2, o.shape.STIntersection(a.shape).STArea() as v
from rowmark_zones_indexed o join rowmark_areas_indexed a on o.shape.STIntersects(a.shape) = 1) o;
-- 14-simplify
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, o.shape.Reduce(48).STNumPoints() as v from rowmark_roads_indexed o) o;
-- 15-valid
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select o.id as k1, 0 as k2, 1 as v from rowmark_areas_indexed o where o.shape.STIsValid() = 1) o;
-- 16-box-small, the first of 10
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select p.id as k1, 0 as k2, 1 as v from rowmark_places_indexed p where p.shape.STIntersects(geometry::STGeomFromText('POLYGON((29695.00 22566.00, 30187.00 22566.00, 30187.00 23058.00, 29695.00 23058.00, 29695.00 22566.00))', 0)) = 1) o;
-- 17-box-medium, the first of 10
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select p.id as k1, 0 as k2, 1 as v from rowmark_places_indexed p where p.shape.STIntersects(geometry::STGeomFromText('POLYGON((27483.00 20354.00, 32399.00 20354.00, 32399.00 25270.00, 27483.00 25270.00, 27483.00 20354.00))', 0)) = 1) o;
-- 18-box-large, the first of 10
select count(*), sum(o.k1), sum(o.k2), sum(o.v) from (select p.id as k1, 0 as k2, 1 as v from rowmark_places_indexed p where p.shape.STIntersects(geometry::STGeomFromText('POLYGON((17653.00 10524.00, 42229.00 10524.00, 42229.00 35100.00, 17653.00 35100.00, 17653.00 10524.00))', 0)) = 1) o;
